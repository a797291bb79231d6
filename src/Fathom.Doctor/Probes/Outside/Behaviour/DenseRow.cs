namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>A PING and a no-op call together on one connection, again and again: the next pair once both are answered. Owned by one
/// probe.</summary>
internal sealed class DenseRow
{
    /// <summary>No-op calls, ms.</summary>
    public List<double> NoOps { get; } = [];

    /// <summary>When each PING was sent and acknowledged.</summary>
    public List<StampSpan> Pings { get; } = [];

    /// <summary>The spans in which neither was answered.</summary>
    public List<StampSpan> Unanswered { get; } = [];

    /// <summary>Asks until it is not to go on.</summary>
    public async Task AskAsync(
        ProbeSession session, ProbeConnection connection, double slotMs, Func<bool> goes, CancellationToken cancellation)
    {
        while (goes())
        {
            // Other servers than Kestrel bear one PING for each call.
            var ping = connection.PingAsync(cancellation);
            var noOp = await session.EndAsync(connection, session.Start(connection, isNoOp: true), cancellation);
            NoOps.Add(session.Milliseconds(noOp.Asked, noOp.EndedAt));
            var end = noOp.EndedAt;
            if (await ping is { } times)
            {
                Pings.Add(new StampSpan(times.Sent, times.Acknowledged));
                end = Math.Min(end, times.Acknowledged);
            }

            Unanswered.Add(new StampSpan(noOp.Asked, Math.Max(noOp.Asked, end)));
            var left = slotMs - session.Milliseconds(noOp.Asked, session.Time.GetTimestamp());
            if (left > 0)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(left), session.Time, cancellation);
            }
        }
    }
}
