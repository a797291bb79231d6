using Fathom.Diagnosis.Experiments;

namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>
/// Two connections of one age: one without calls, one with a no-op call each second. Owns both, and the task that makes the calls. Owned by
/// the session of an examination.
/// </summary>
internal sealed class IdlePair : IDisposable
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(1);

    // No answer for this long on an idle connection: what is on the way has forgotten it.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(4);

    private readonly ProbeSession _session;
    private readonly CancellationTokenSource _ends = new();

    private IdlePair(ProbeSession session, ProbeConnection idle, ProbeConnection used)
    {
        (_session, Idle, Used, Since) = (session, idle, used, session.Time.GetTimestamp());
        _ = KeepAsync();
    }

    /// <summary>The connection without calls.</summary>
    public ProbeConnection Idle { get; }

    /// <summary>The connection with calls.</summary>
    public ProbeConnection Used { get; }

    /// <summary>Timestamp since which both are open.</summary>
    public long Since { get; }

    /// <summary>Opens both, with one no-op call on each.</summary>
    public static async Task<IdlePair> OpenAsync(ProbeSession session, CancellationToken cancellation)
    {
        var idle = await OpenOneAsync(session, cancellation);
        return new IdlePair(session, idle, await OpenOneAsync(session, cancellation));
    }

    /// <summary>Whether a no-op call is answered on a connection.</summary>
    public async Task<bool> AnswersAsync(ProbeConnection connection, CancellationToken cancellation)
    {
        await _session.ReserveAsync(1, cancellation);
        var call = _session.Start(connection, isNoOp: true);
        try
        {
            await call.Completion.WaitAsync(Patience, _session.Time, cancellation);
            return !call.IsLost;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        _ends.Cancel();
        _ends.Dispose();
        Idle.Dispose();
        Used.Dispose();
    }

    private static async Task<ProbeConnection> OpenOneAsync(ProbeSession session, CancellationToken cancellation)
    {
        var connection = await ProbeConnection.OpenAsync(session.Target, ProbeConnectionOptions.Default, session.Time, cancellation);
        await session.CallAsync(connection, isNoOp: true, cancellation);
        return connection;
    }

    // A call a second is little beside any rate, and must not wait for the probes' turn.
    private async Task KeepAsync()
    {
        var end = _ends.Token;
        while (!end.IsCancellationRequested && Used.Ended is null)
        {
            _session.Start(Used, isNoOp: true);
            await Task.Delay(Every, _session.Time, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
