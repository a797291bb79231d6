using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Transfers;
using Fathom.Wire.FlowControl;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>Makes the same calls with one thing changed on this side each: accepted encodings, the window, acknowledgements.</summary>
internal sealed class ReplyProbe : IServiceProbe
{
    private const string Name = "reply";
    private const int Calls = 5;

    // Calls of this length are made fewer times.
    private const double LongMs = 500;
    private const double VeryLongMs = 1_000;

    /// <summary>A connection that acknowledges at once.</summary>
    public static ProbeConnectionOptions QuickAcknowledging { get; } = new() { QuickAck = true };

    /// <summary>A connection with the window that HTTP/2 begins with (RFC 9113 section 6.9.2).</summary>
    public static ProbeConnectionOptions SmallWindow { get; } = new() { StreamWindow = FlowWindow.DefaultSize };

    /// <summary>A connection whose streams have a window that no reply fills.</summary>
    public static ProbeConnectionOptions LargeWindow { get; } = new() { StreamWindow = ProbeConnectionOptions.LargeWindow };

    /// <inheritdoc/>
    public string Describe(ProbeSession session) =>
        "Makes the call with each of these changed: no compression, the window, acknowledgements at once. Does one matter?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var usual = session.Value(ServiceQuantities.CallTime);
        var trial = new ServiceTrial { Calls = usual > VeryLongMs ? 1 : usual > LongMs ? 2 : Calls };
        var ordinary = await TrialRunner.RunAsync(session, trial, cancellation);
        ObserveOrdinary(session, ordinary);
        var plain = ordinary;
        if (ordinary.Last.Codec is { } codec)
        {
            session.Observe(Name, CompressionQuantities.Codec, codec);
            plain = await TrialRunner.RunAsync(session, trial with { Options = Accepting("identity") }, cancellation);
            if (plain.Last is { Codec: not null, Reply: { Compressed: 0, Bytes: > FlowWindow.DefaultSize } reply })
            {
                session.Observe(Name, ServiceQuantities.VainCodecTime, VainCompression.Time(codec, reply.Bytes, session.Time));
            }
        }

        session.Observe(Name, ServiceQuantities.PlainReplyBytes, (double)plain.Last.Reply.Bytes);
        session.Observe(Name, ServiceQuantities.PlainCallTime, plain.CallMs);
        if (OperatingSystem.IsLinux())
        {
            var quick = await TrialRunner.RunAsync(session, trial with { Options = QuickAcknowledging }, cancellation);
            session.Observe(Name, ServiceQuantities.QuickAckCallTime, quick.CallMs);
        }

        if (ordinary.Last.Reply.Bytes > FlowWindow.DefaultSize)
        {
            await TryWindowAsync(session, trial, SmallWindow, ServiceQuantities.SmallWindowCallTime, cancellation);
            await TryWindowAsync(session, trial, LargeWindow, PathQuantities.LargeWindowCallTime, cancellation);
        }
    }

    /// <summary>A connection that accepts these encodings alone.</summary>
    public static ProbeConnectionOptions Accepting(string encodings) => new() { AcceptedEncodings = encodings };

    private static void ObserveOrdinary(ProbeSession session, ProbeTrialResult ordinary)
    {
        var reply = ordinary.Last.Reply;
        session.Observe(Name, ServiceQuantities.ReplyBytes, (double)reply.Bytes);
        session.Observe(Name, PathQuantities.LargestFrame, (double)ordinary.Last.LargestFrame);
        session.Observe(Name, PathQuantities.ReplyMessages, (double)reply.Messages);
        session.Observe(Name, TransferQuantities.ClientWindow, (double)session.Target.StreamWindow);
        session.Observe(Name, PathQuantities.ConnectionWindow, (double)session.Target.ConnectionWindow);
        if (ordinary.Last.Trace.Count == 0)
        {
            return;
        }

        session.Observe(Name, PathQuantities.TransferTime,
            [.. ordinary.Calls.Select(c => session.Milliseconds(c.Trace[0].At, c.Trace[^1].At))]);
        if (session.Value(PathQuantities.TransferTime) is > 0 and var time)
        {
            session.Observe(Name, PathQuantities.TransferRate, reply.Bytes / time / 1000);
        }

        session.Observe(Name, PathQuantities.LongestPause, ordinary.Last.Trace.Zip(ordinary.Last.Trace.Skip(1))
            .Select(p => session.Milliseconds(p.First.At, p.Second.At)).DefaultIfEmpty().Max());
        // Windows open end to end, as PING does; TCP may end at a proxy.
        var trace = RoundTripTrace.Of(ordinary.Last.Trace, session.Time, session.RoundTripMs);
        trace.Show(session, "a reply");
        session.Observe(Name, LinkQuantities.BytesPerRoundTrip, trace.Plateau);
        session.Observe(Name, LinkQuantities.BusyRoundTrips, (double)trace.Bursts.Count);
        session.Observe(Name, PathQuantities.EvenRoundTrips, trace.Even);
    }

    // What the examined client has already needs no trial.
    private static async Task TryWindowAsync(ProbeSession session, ServiceTrial trial, ProbeConnectionOptions options,
        Quantity<double> time, CancellationToken cancellation)
    {
        if (options.StreamWindow != session.Target.StreamWindow)
        {
            session.Observe(Name, time, (await TrialRunner.RunAsync(session, trial with { Options = options }, cancellation)).CallMs);
        }
    }
}
