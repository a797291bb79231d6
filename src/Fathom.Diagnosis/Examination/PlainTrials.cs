using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Examination;

/// <summary>A service, and how long calls at once took together that were made to it with nothing changed.</summary>
/// <param name="service">The service.</param>
internal sealed class PlainTrials(IServiceUnderTest service) : IServiceUnderTest
{
    private readonly SortedDictionary<int, List<double>> _totalMs = [];

    /// <summary>Calls at once, and the times of all of them together, ms, in the order in which they were made.</summary>
    public IReadOnlyDictionary<int, List<double>> TotalMs => _totalMs;

    /// <inheritdoc/>
    public async Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation)
    {
        var result = await service.RunAsync(trial, cancellation);
        if (IsPlain(trial) && !result.IsGivenUp)
        {
            (_totalMs.TryGetValue(trial.Calls, out var times) ? times : _totalMs[trial.Calls] = []).Add(result.TotalMs);
        }

        return result;
    }

    // Whether something is timed on another connection, and how long nothing came before, changes nothing for the calls.
    private static bool IsPlain(ServiceTrial trial) => trial.Calls == trial.AtOnce && trial with
    {
        Calls = 1, AtOnce = 1, IsWatched = false, AfterMs = 0, Pause = null,
    } == new ServiceTrial();
}
