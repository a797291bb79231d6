using Fathom.Lab.Observations;

namespace Fathom.Lab.Probes.Outside;

/// <summary>Makes the same calls with one thing changed on this side each: accepted encodings, the window, acknowledgements.</summary>
internal sealed class ReplyProbe : IServiceProbe
{
    private const string Name = "reply";
    private const int Calls = 5;

    // Calls of this length are made fewer times.
    private const double LongMs = 500;

    /// <inheritdoc/>
    public string Asks(ProbeSession session) =>
        "Makes the call with each of these changed: no compression, a window of 65,535 bytes, acknowledgements at once. Does one matter?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var trial = new ServiceTrial { Calls = session.Value(ServiceQuantities.CallTime) > LongMs ? 2 : Calls };
        var ordinary = await TrialRunner.RunAsync(session, trial, cancellation);
        session.Observe(Name, ServiceQuantities.ReplyBytes, (double)ordinary.Last.Reply.Bytes);
        if (ordinary.Last.Codec is { } codec)
        {
            session.Observe(Name, CompressionQuantities.Codec, codec);
        }

        var plain = await TrialRunner.RunAsync(session, trial with { Options = Accepting("identity") }, cancellation);
        session.Observe(Name, ServiceQuantities.PlainReplyBytes, (double)plain.Last.Reply.Bytes);
        session.Observe(Name, ServiceQuantities.PlainCallTime, plain.CallMs);
        if (OperatingSystem.IsLinux())
        {
            var quick = await TrialRunner.RunAsync(session, trial with { Options = QuickAcknowledging }, cancellation);
            session.Observe(Name, ServiceQuantities.QuickAckCallTime, quick.CallMs);
        }

        if (ordinary.Last.Reply.Bytes > Wire.FlowControl.FlowWindow.DefaultSize)
        {
            await WindowAsync(session, trial, cancellation);
        }
    }

    /// <summary>A connection that accepts these encodings alone.</summary>
    public static ProbeConnectionOptions Accepting(string encodings) => new() { AcceptedEncodings = encodings };

    /// <summary>A connection that acknowledges at once.</summary>
    public static ProbeConnectionOptions QuickAcknowledging { get; } = new() { QuickAck = true };

    /// <summary>A connection with the window that HTTP/2 begins with (RFC 9113 section 6.9.2).</summary>
    public static ProbeConnectionOptions SmallWindow { get; } = new() { StreamWindow = Wire.FlowControl.FlowWindow.DefaultSize };

    private static async Task WindowAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation)
    {
        var small = await TrialRunner.RunAsync(session, trial with { Options = SmallWindow }, cancellation);
        session.Observe(Name, ServiceQuantities.SmallWindowCallTime, small.CallMs);
        // Windows open end to end, as PING does; TCP may end at a proxy.
        session.Observe(Name, LinkQuantities.BytesPerRoundTrip,
            RoundTripTrace.Plateau(small.Last.Trace, session.Time, session.Value(ServiceQuantities.PingTime)));
    }
}
