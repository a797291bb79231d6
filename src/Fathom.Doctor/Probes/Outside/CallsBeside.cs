using Fathom.Diagnosis.Experiments;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>Calls of the method that are kept in flight over other connections than those that are timed, until they are disposed of: as
/// one ends, the next begins. Owned by one trial.</summary>
internal sealed class CallsBeside : IAsyncDisposable
{
    private const int Connections = 4;

    // Set up like others, and told from them by its number.
    private static readonly ProbeConnectionOptions Options = ProbeConnectionOptions.Default with { Number = int.MaxValue };

    private IReadOnlyList<Task> _running = [];
    private volatile bool _isEnding;

    private CallsBeside()
    {
    }

    /// <summary>Starts those of a trial, if it has any.</summary>
    public static async Task<CallsBeside> StartAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation)
    {
        var calls = new CallsBeside();
        if (trial.CallsBeside > 0)
        {
            await session.RentAsync(Options, Connections, cancellation);
            await session.ReserveAsync(trial.CallsBeside, cancellation);
            calls._running = [.. Enumerable.Range(0, trial.CallsBeside).Select(i => calls.KeepAsync(session, i, cancellation))];
            // They are on their way to the server when the others begin.
            await Task.Delay(TimeSpan.FromMilliseconds(trial.BesideBeforeMs(session.RoundTripMs)), session.Time, cancellation);
        }

        return calls;
    }

    /// <summary>Waits for the calls that are under way.</summary>
    public async ValueTask DisposeAsync()
    {
        _isEnding = true;
        await Task.WhenAll(_running);
    }

    private async Task KeepAsync(ProbeSession session, int place, CancellationToken cancellation)
    {
        do
        {
            var connections = await session.RentAsync(Options, Connections, cancellation);
            var connection = connections[place % Connections];
            await session.EndAsync(connection, session.Start(connection, isNoOp: false), cancellation);
        }
        while (!_isEnding);
    }
}
