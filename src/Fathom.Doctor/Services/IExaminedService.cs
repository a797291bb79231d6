using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Services.Watching;

namespace Fathom.Doctor.Services;

/// <summary>What was found of a server.</summary>
/// <param name="Processors">Processors that it can use; null where its process is not read.</param>
/// <param name="AnswersDirectly">Whether it answers at its own address, past the proxy before it.</param>
internal sealed record FoundServer(double? Processors, bool AnswersDirectly)
{
    /// <summary>Share of these processors that other programs use while no calls are made; null where that is not read.</summary>
    public double? OthersBefore { get; init; }

    /// <summary>Processors on which it computes while no calls are made; null where that is not read.</summary>
    public double? ComputesIdle { get; init; }

    /// <summary>Whether several processes accept its connections.</summary>
    public bool HasSeveralProcesses { get; init; }
}

/// <summary>A service as the doctor examines it: live, or recorded.</summary>
internal interface IExaminedService : IServiceUnderTest
{
    /// <summary>Finds the process of its server, whose use of processors the results of watched trials then have.</summary>
    Task<FoundServer> FindServerAsync(CancellationToken cancellation);

    /// <summary>Watches the process of its server while calls are served.</summary>
    /// <param name="calls">Calls at once.</param>
    /// <param name="callMs">About how long these take, ms.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Null where it is not read.</returns>
    Task<ServerActivity?> WatchServerAsync(int calls, double callMs, CancellationToken cancellation) =>
        Task.FromResult<ServerActivity?>(null);

    /// <summary>Whether its code can be watched: it is a .NET process of this machine.</summary>
    bool HasCode => false;

    /// <summary>Watches its code while calls are served.</summary>
    /// <param name="calls">Calls at once.</param>
    /// <param name="callMs">About how long these take, ms.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Null where it is not read.</returns>
    Task<ServerCode?> WatchCodeAsync(int calls, double callMs, CancellationToken cancellation) => Task.FromResult<ServerCode?>(null);
}
