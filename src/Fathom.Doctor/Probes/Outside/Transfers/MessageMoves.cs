using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Behaviour;
using Fathom.Statistics;

namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>
/// For how long the messages of calls at once were on their way. Replies are from their first byte to their last. Of requests a sender
/// sees only that they went out, into a buffer: PING, sent after the last byte of all, comes to the server behind them, and so does a new
/// connection, which the kernel answers.
/// </summary>
internal static class MessageMoves
{
    // A relay makes PING longer than TCP's round trip without calls, too, and answers connections itself. Of a server that computes PING
    // is late beside calls alone: of a request of 830 bytes on loopback, whose call computed for 2.5 ms, by 1.9 ms.
    private const double MostOfIdlePing = 0.5;

    /// <summary>Follows the requests of calls that all were started on one connection, until they have arrived.</summary>
    /// <returns>When they were on their way; null where the server answers no PING, or does not want them.</returns>
    public static async Task<StampSpan?> FollowAsync(ProbeSession session, ProbeConnection connection, IReadOnlyList<ProbeCall> started)
    {
        if (!session.Has(ServiceQuantities.PingTime))
        {
            return null;
        }

        var ended = Task.WhenAll(started.Select(c => c.Completion));
        await Task.WhenAny(ended, Task.WhenAll(started.Select(c => c.Sending.Complete)));
        var ping = connection.PingAsync(CancellationToken.None);
        var connected = ConnectedAsync(session, connection);
        await Task.WhenAny(ended, ping);
        if (!started.All(c => c.Sending.Begun.IsCompletedSuccessfully))
        {
            return null;
        }

        // What was answered has arrived.
        var answered = ping.IsCompletedSuccessfully && ping.Result is { } times ? times.Acknowledged : started.Max(c => c.EndedAt);
        var from = started.Min(c => c.Sending.Begun.Result);
        var ms = ArrivedMs(session.Milliseconds(from, answered), session.Value(ServiceQuantities.PingTime),
            await connected is { } at ? session.Milliseconds(from, at) : null, session.Value(ServiceQuantities.TcpRoundTrip));
        return new StampSpan(from, from + (long)(ms * session.Time.TimestampFrequency / 1000));
    }

    /// <summary>When requests had arrived, from their first byte, ms.</summary>
    /// <param name="answeredMs">When PING, sent behind them, was answered.</param>
    /// <param name="pingMs">How long it takes on an idle connection.</param>
    /// <param name="connectedMs">When a new connection, asked for behind them, was answered; null where that is not known.</param>
    /// <param name="tcpMs">How long that takes without calls.</param>
    internal static double ArrivedMs(double answeredMs, double pingMs, double? connectedMs, double tcpMs) => Math.Max(0, Math.Min(
        answeredMs - pingMs, pingMs - tcpMs < MostOfIdlePing * answeredMs && connectedMs is { } at ? at - tcpMs : double.PositiveInfinity));

    // When the server's kernel had answered a connection that was asked for behind the requests; null where it did not.
    private static async Task<long?> ConnectedAsync(ProbeSession session, ProbeConnection connection) =>
        await connection.ConnectAgainAsync(CancellationToken.None) is null ? null : session.Time.GetTimestamp();

    /// <summary>When the reply of a call that has ended was on its way; null where it is none, or of several messages, between which the
    /// method may wait.</summary>
    public static StampSpan? Reply(ProbeCall call) =>
        call is { Trace.Count: > 0, Reply.Messages: 1 } ? new StampSpan(call.Trace[0].At, call.Trace[^1].At) : null;

    /// <summary>How long any message was on its way, ms.</summary>
    public static double Milliseconds(ProbeSession session, IEnumerable<ProbeCall> calls, StampSpan? requests) =>
        Spans.Covered(calls.Select(Reply).Append(requests).OfType<StampSpan>()
            .Select(s => (session.Milliseconds(0, s.From), session.Milliseconds(0, s.To))));
}
