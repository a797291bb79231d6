using Fathom.Diagnosis.Experiments;

namespace Fathom.TestKit.Worlds;

/// <summary>What a simulated server's process does from now on.</summary>
internal sealed class SimulatedUse(SimulatedService service)
{
    private readonly ServerUse _began = Read(service);

    /// <summary>What it did since.</summary>
    public ServerUse End()
    {
        var now = Read(service);
        return new ServerUse(now.CpuMs - _began.CpuMs, now.WaitedMs - _began.WaitedMs, now.ThrottledMs - _began.ThrottledMs)
        {
            ThreadsAdded = now.ThreadsAdded - _began.ThreadsAdded, IdleMs = (now.IdleMs - _began.IdleMs) / service.Processors.Count,
        };
    }

    private static ServerUse Read(SimulatedService service) =>
        new(service.Processors.UsedMs, service.Processors.WaitedMs, service.Processors.ThrottledMs)
        {
            ThreadsAdded = service.Threads, IdleMs = service.Processors.IdleMs,
        };
}
