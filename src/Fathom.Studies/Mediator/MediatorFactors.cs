using Fathom.Diagnosis.Observations;
using static Fathom.Studies.Mediator.MediatorMessageFactors;

namespace Fathom.Studies.Mediator;

/// <summary>What the study <c>mediator</c> varies beside the messages. The first level of each factor is the published one, as far as its
/// source shows it.</summary>
internal static class MediatorFactors
{
    public static Factor Certificate { get; } = new("certificate",
        "when the sender loads its certificates: for every message, from files with a password, and a chain is built; or once");

    public static Level CertificatePerCall { get; } = Certificate.Level("per-call", ProcessQuantities.CertificatePerCall.Is(true));

    public static Level CertificateOnce { get; } = Certificate.Level("once", ProcessQuantities.CertificatePerCall.Is(false));

    public static Factor SenderLock { get; } =
        new("lock", "what senders hold while they see to their certificates: one lock for all of them, or none");

    public static Level GlobalLock { get; } = SenderLock.Level("global", ProcessQuantities.SendersShareLock.Is(true));

    public static Level NoLock { get; } = SenderLock.Level("none", ProcessQuantities.SendersShareLock.Is(false));

    public static Factor Channel { get; } =
        new("channel", "how a message finds a connection: over one that all share, or over a new one each");

    public static Level PooledChannel { get; } = Channel.Level("pooled", CallQuantities.ChannelPerCall.Is(false));

    public static Level ChannelPerCall { get; } = Channel.Level("per-call", CallQuantities.ChannelPerCall.Is(true));

    public static Factor Tls { get; } = new("tls", "between sender and node");

    public static Level MutualTls { get; } = Tls.Level("mutual", CallQuantities.Security.Is(Security.MutualTls));

    public static Level NoTls { get; } = Tls.Level("off", CallQuantities.Security.Is(Security.Plain));

    public static Factor Callers { get; } =
        new("callers", "tasks that send at once; all of a round are awaited before the next, as published");

    public static Level EightCallers { get; } = Callers.Level("8", CallQuantities.Callers.Is(8));

    public static Level OneCaller { get; } = Callers.Level("1", CallQuantities.Callers.Is(1));

    public static Factor WarmUp { get; } = new("warm_up", "seconds of the same before it counts");

    public static Level WarmFull { get; } = WarmUp.Level("2", CallQuantities.WarmUp.Is(2));

    public static Level WarmQuick { get; } = WarmUp.Level("0.3", CallQuantities.WarmUp.Is(0.3));

    /// <summary>Counted from the first message on.</summary>
    public static Level Cold { get; } = WarmUp.Level("0", CallQuantities.WarmUp.Is(0));

    public static Factor Seconds { get; } =
        new("seconds", "that count: the published 5, or fewer, where it must be quick or where a start is most of them");

    public static Level PublishedSeconds { get; } = Seconds.Level("5", CallQuantities.Counted.Is(5));

    public static Level QuickSeconds { get; } = Seconds.Level("0.4", CallQuantities.Counted.Is(0.4));

    /// <summary>Time that counts where it must be quick, for a few large messages.</summary>
    public static Level BriefSeconds { get; } = Seconds.Level("0.2", CallQuantities.Counted.Is(0.2));

    /// <summary>Time that counts where it must be quick, for hundreds of small messages without certificates to load, or where a start is
    /// looked at. The first messages take 140 to 190 ms, while code is compiled: over 0.2 s the ratio of a start was 3 on a faster machine
    /// and 66 on a slower one, and over 0.1 s it is at least 750 on the faster one.</summary>
    public static Level StartSeconds { get; } = Seconds.Level("0.1", CallQuantities.Counted.Is(0.1));

    public static Factor Build { get; } = new("build", "how sender and node are compiled");

    public static Level Release { get; } = Build.Level("Release");

    public static Level Debug { get; } = Build.Level("Debug");

    public static Factor Line { get; } = new("link", "between sender and node");

    /// <summary>No link: this machine's own loopback.</summary>
    public static Level NoLink { get; } = Line.Level("none");

    /// <summary>The link that throttles 10 MiB.</summary>
    public static Level Throttled { get; } = Line.Level("100mbit", LinkQuantities.Rate.Is(100));

    public static IReadOnlyList<FactorSpec> Of(Profile profile)
    {
        var full = profile == Profile.Full;
        return
        [
            Message.WithAll(), Payload.WithAll(), Size.WithAll(), Codec.WithAll(), Certificate.WithAll(), SenderLock.WithAll(),
            Channel.WithAll(), Tls.WithAll(), Callers.WithAll(),
            WarmUp.With(full ? WarmFull : WarmQuick, Cold),
            full ? Seconds.With(PublishedSeconds, StartSeconds) : Seconds.With(QuickSeconds, BriefSeconds, StartSeconds),
            Build.WithAll(),
            full ? Line.WithAll() : Line.With(NoLink),
        ];
    }
}
