using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Probes.Outside;

namespace Fathom.Doctor.Services;

/// <summary>A live service, with what its process did meanwhile where that is read. Owned by one examination.</summary>
/// <param name="session">Its connections.</param>
/// <param name="process">The process that serves its calls; null to look for the one that accepts the connections.</param>
internal sealed class ProbedService(ProbeSession session, int? process) : IExaminedService
{
    // An answer to a call that has no method is at least a frame with a status.
    private const int MinReplyBytes = 9;
    private const int NoOps = 8;

    private ServerProcess? _server;

    /// <inheritdoc/>
    public async Task<double?> FindServerAsync(CancellationToken cancellation)
    {
        if (process is { } given)
        {
            _server = ServerProcess.Of(given);
            if (_server is null)
            {
                session.NotSeen.Add($"The server's processors: process {given} is not there, or cannot be read.");
            }

            return _server?.Processors;
        }

        if (await ServerProcess.FindAsync(session.Target.Server.Address, cancellation) is not { } found)
        {
            return null;
        }

        var before = found.BytesFromOthers();
        await TrialRunner.RunAsync(session, new ServiceTrial { Calls = NoOps, AtOnce = NoOps, IsNoOp = true }, cancellation);
        if (found.BytesFromOthers() >= before + (MinReplyBytes * NoOps))
        {
            session.NotSeen.Add("The server's processors: the process that accepts its connections passes calls on to another.");
            return null;
        }

        _server = found;
        return found.Processors;
    }

    /// <inheritdoc/>
    public async Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation) =>
        trial.IsWatched && _server is { } server
            ? await TrialRunner.RunAsync(session, trial, cancellation, server.Begin, server.Observe)
            : await TrialRunner.RunAsync(session, trial, cancellation);
}
