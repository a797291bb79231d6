using System.Diagnostics;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Interventions;

namespace Fathom.Doctor;

/// <summary>Several changes around a program at once, each of which was shown to take effect alone. Stateless.</summary>
/// <param name="changes">The changes, at least two.</param>
internal sealed class CombinedIntervention(IReadOnlyList<Intervention> changes)
    : Intervention("together", "together", value: string.Join(" and ", changes), to: string.Join(", ", changes.Select(c => c.To)))
{
    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Environment =>
        changes.SelectMany(c => c.Environment).GroupBy(v => v.Key).ToDictionary(g => g.Key, g => g.Last().Value);

    /// <inheritdoc/>
    public override Setting Sets => changes[0].Sets;

    /// <inheritdoc/>
    public override async Task<RunEnvironment> PrepareAsync(CancellationToken cancellation)
    {
        var all = new AllEnvironments();
        try
        {
            foreach (var change in changes)
            {
                all.Add(await change.PrepareAsync(cancellation));
            }
        }
        catch
        {
            await all.DisposeAsync();
            throw;
        }

        return all;
    }

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) => null;

    // One within the other.
    private sealed class AllEnvironments : RunEnvironment
    {
        private readonly List<RunEnvironment> _all = [];

        public override bool HidesRuntime => _all.Exists(e => e.HidesRuntime);

        public void Add(RunEnvironment environment) => _all.Add(environment);

        public override ProcessStartInfo Place(ProcessStartInfo info) =>
            _all.Aggregate(info, (placed, environment) => environment.Place(placed));

        public override async ValueTask DisposeAsync()
        {
            foreach (var environment in _all)
            {
                await environment.DisposeAsync();
            }

            await base.DisposeAsync();
        }
    }
}
