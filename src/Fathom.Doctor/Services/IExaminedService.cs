using Fathom.Diagnosis.Experiments;

namespace Fathom.Doctor.Services;

/// <summary>A service as the doctor examines it: live, or recorded.</summary>
internal interface IExaminedService : IServiceUnderTest
{
    /// <summary>Finds the process of its server, whose use of processors the results of watched trials then have.</summary>
    /// <returns>Processors that it can use; null where it is not read.</returns>
    Task<double?> FindServerAsync(CancellationToken cancellation);
}
