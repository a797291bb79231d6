using Fathom.Diagnosis.Experiments;

namespace Fathom.Doctor.Probes.Outside.Hangs;

/// <summary>
/// Waits for the end of a call, for up to 30 s, because a method may be slow and a server short of threads. It waits for 20 s where the
/// connection carries nothing by then, or the server gives no room for the request.
/// </summary>
internal static class CallTimeouts
{
    private static readonly TimeSpan UntilPing = TimeSpan.FromSeconds(5);

    // A starved server answers PING late: after 1.9 s where 64 calls blocked its two threads for 200 ms each.
    private static readonly TimeSpan ForPing = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(10);

    /// <summary>Waits.</summary>
    /// <exception cref="UnansweredException">It did not end.</exception>
    public static async Task EndAsync(ProbeSession session, ProbeConnection connection, ProbeCall call, CancellationToken cancellation)
    {
        if (await EndsWithinAsync(session, call, UntilPing, cancellation))
        {
            return;
        }

        var ping = connection.LookAsync();
        if (await EndsWithinAsync(session, call, ForPing, cancellation))
        {
            return;
        }

        var answered = ping.IsCompletedSuccessfully ? await ping : null;
        if (answered is not null && call.Rest.IsEmpty && await EndsWithinAsync(session, call, Rest, cancellation))
        {
            return;
        }

        var (waited, left) = (session.Milliseconds(call.Asked, session.Time.GetTimestamp()), call.Rest.Length);
        connection.Cancel(call);
        var method = call.IsNoOp ? "a method that does not exist" : session.Target.Name;
        throw new UnansweredException($"a call of {method} did not end within {waited / 1000:0} s", isUnreached: false,
            new TimeoutException())
        {
            WaitedMs = waited,
            PingMs = answered is { } times ? session.Milliseconds(times.Sent, times.Acknowledged) : null,
            Sent = session.RequestBytes - left,
            Left = left,
            Trial = new ServiceTrial { IsNoOp = call.IsNoOp },
        };
    }

    private static async Task<bool> EndsWithinAsync(
        ProbeSession session, ProbeCall call, TimeSpan limit, CancellationToken cancellation)
    {
        await call.Completion.WaitAsync(limit, session.Time, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellation.ThrowIfCancellationRequested();
        return call.Completion.IsCompleted;
    }
}
