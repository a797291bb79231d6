using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Probes.Runtime;
using Fathom.Doctor.Services.Watching;

namespace Fathom.Doctor.Services;

/// <summary>A live service, with what its process did meanwhile where that is read. Owned by one examination.</summary>
/// <param name="session">Its connections.</param>
/// <param name="process">The process that serves its calls; null to look for the one that accepts the connections.</param>
internal sealed class ProbedService(ProbeSession session, int? process) : IExaminedService
{
    // An answer to a call that has no method is at least a frame with a status.
    private const int MinReplyBytes = 9;
    private const int Calls = 8;

    private ServerProcess? _server;

    /// <inheritdoc/>
    public async Task<FoundServer> FindServerAsync(CancellationToken cancellation)
    {
        var direct = session.Target.Direct;
        if (process is { } given)
        {
            _server = ServerProcess.Of(given);
            if (_server is null)
            {
                session.NotSeen.Add($"The server's processors: process {given} is not there, or cannot be read.");
            }
        }
        else
        {
            var search = new ServerSearch(ProxyOnTheWay.Of(session.Seen) is { IsSeen: true }, isNoOp => TrialRunner.RunAsync(
                session, new ServiceTrial { Calls = Calls, AtOnce = Calls, IsNoOp = isNoOp }, cancellation), MinReplyBytes * Calls);
            _server = await search.FindAsync(session.Target.Server.Address, cancellation);
            direct ??= search.Direct;
            if (_server is null && search.WhyNot is { } why)
            {
                session.NotSeen.Add($"The server's processors: {why}.");
            }
        }

        var answersDirectly = direct is not null && await AnswersAsync(direct, cancellation);
        var idle = _server is null ? (null, 0)
            : await TrialRunner.PauseAsync(session, ServerUse.LeastForOthersMs, _server.Begin, _server.Observe, cancellation);
        return new(_server?.Processors, answersDirectly)
        {
            HasSeveralProcesses = _server?.AreSeveral == true,
            OthersBefore = _server?.Processors is { } all ? ServerUse.OthersShare([idle], all) : null,
            ComputesIdle = idle.Use?.CpuMs / idle.Ms,
        };
    }

    private CodeWatch? Code => CodeWatch.Of(_server?.Processes ?? [], session.Time);

    private async Task<bool> AnswersAsync(Uri direct, CancellationToken cancellation)
    {
        try
        {
            await session.GoDirectAsync(direct, cancellation);
            return true;
        }
        catch (ProbeException e)
        {
            session.NotSeen.Add($"Calls past the proxy: the service's own address, port {direct.Port}, {e.Message.TrimEnd('.')}.");
            return false;
        }
    }

    // Of one call, too: what many at once compute is compared with it.
    /// <inheritdoc/>
    public async Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation) =>
        (trial.IsWatched || trial is { Calls: 1, IsNoOp: false }) && _server is { } server
            ? await TrialRunner.RunAsync(session, trial, cancellation, server.Begin, server.Observe)
            : await TrialRunner.RunAsync(session, trial, cancellation);

    /// <inheritdoc/>
    public async Task<ServerActivity?> WatchServerAsync(int calls, double callMs, CancellationToken cancellation)
    {
        var trial = new ServiceTrial { Calls = calls, AtOnce = calls };
        return _server is null ? null : await new ServerWatch(_server.Processes, _server.Servers).WatchAsync(
            calls, () => TrialRunner.RunAsync(session, trial, cancellation), WatchPlan.Of(callMs), cancellation);
    }

    /// <inheritdoc/>
    public bool HasCode => Code is not null;

    /// <inheritdoc/>
    public async Task<ServerCode?> WatchCodeAsync(int calls, double callMs, CancellationToken cancellation)
    {
        var trial = new ServiceTrial { Calls = calls, AtOnce = calls };
        try
        {
            return Code is not { } watch ? null : await watch.WatchAsync(calls,
                async () => (await TrialRunner.RunAsync(session, trial, cancellation)).CallMs, WatchPlan.Of(callMs), cancellation);
        }
        catch (Exception e) when (RuntimeSession.IsRefusal(e) || e is InvalidDataException)
        {
            session.NotSeen.Add($"The server's code: events of its .NET runtime were not seen: {e.Message.TrimEnd('.')}.");
            return null;
        }
    }
}
