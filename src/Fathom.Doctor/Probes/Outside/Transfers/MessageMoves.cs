using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Behaviour;
using Fathom.Statistics;

namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>
/// For how long the messages of calls at once were on their way. Replies are from their first byte to their last. Of requests a sender
/// sees only that they went out, into a buffer: PING, sent after the last byte of all, comes to the server behind them.
/// </summary>
internal static class MessageMoves
{
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
        await Task.WhenAny(ended, ping);
        if (!started.All(c => c.Sending.Begun.IsCompletedSuccessfully))
        {
            return null;
        }

        // What was answered has arrived.
        var answered = ping.IsCompletedSuccessfully && ping.Result is { } times ? times.Acknowledged : started.Max(c => c.EndedAt);
        var (from, roundTrip) = (started.Min(c => c.Sending.Begun.Result), session.RoundTripMs * session.Time.TimestampFrequency / 1000);
        return new StampSpan(from, Math.Max(from, answered - (long)roundTrip));
    }

    /// <summary>When the reply of a call that has ended was on its way; null where it is none, or of several messages, between which the
    /// method may wait.</summary>
    public static StampSpan? Reply(ProbeCall call) =>
        call is { Trace.Count: > 0, Reply.Messages: 1 } ? new StampSpan(call.Trace[0].At, call.Trace[^1].At) : null;

    /// <summary>How long any message was on its way, ms.</summary>
    public static double Milliseconds(ProbeSession session, IEnumerable<ProbeCall> calls, StampSpan? requests) =>
        Spans.Covered(calls.Select(Reply).Append(requests).OfType<StampSpan>()
            .Select(s => (session.Milliseconds(0, s.From), session.Milliseconds(0, s.To))));
}
