using Fathom.Diagnosis.Experiments;

namespace Fathom.Doctor.Services;

/// <summary>A service as the doctor examines it: live, or recorded.</summary>
internal interface IExaminedService : IServiceUnderTest
{
    /// <summary>Finds the process of its server, whose use of processors the results of watched trials then have.</summary>
    /// <returns>Processors that it can use; null where it is not read.</returns>
    Task<double?> FindServerAsync(CancellationToken cancellation);

    /// <summary>Watches the process of its server while calls are served.</summary>
    /// <param name="calls">Calls at once.</param>
    /// <param name="callMs">About how long these take, ms.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Null where it is not read.</returns>
    Task<ServerActivity?> WatchServerAsync(int calls, double callMs, CancellationToken cancellation) =>
        Task.FromResult<ServerActivity?>(null);
}
