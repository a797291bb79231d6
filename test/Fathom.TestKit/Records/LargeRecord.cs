using Fathom.Records;

namespace Fathom.TestKit.Records;

/// <summary>A run record as large as a full profile makes one. SYNTHETIC: measured by nobody.</summary>
internal static class LargeRecord
{
    /// <summary>As many trials as a full profile may have, with twice the metrics, and figures of all the digits that a quotient
    /// has.</summary>
    public static RunRecord Create(int trials) => SyntheticRecords.Channels() with
    {
        Profile = "full",
        Metrics = [.. SyntheticRecords.Metrics, .. SyntheticRecords.Metrics.Select(m => m with { Id = Doubled(m.Id) })],
        Factors = [.. SyntheticFactors.All, new FactorInfo("round", "a factor of many levels",
            [.. Enumerable.Range(1, trials).Select(i => $"level-{i}")])],
        Findings = [],
        Tables = [],
        Lines = [],
        Failures = [],
        Trials = [.. Enumerable.Range(1, trials).Select(i => Doubled(SyntheticTrial.Create(
            $"t{i:000}", new Dictionary<string, string>(SyntheticFactors.Levels()) { ["round"] = $"level-{i}" }, 100 + (i * 37.123 / 7),
                1000 + (i * 311.7 / 7), 2 + (i % 49))))],
    };

    private static TrialResult Doubled(TrialResult trial) => trial with
    {
        Metrics = trial.Metrics.Concat(trial.Metrics.Select(m => KeyValuePair.Create(Doubled(m.Key), m.Value))).ToDictionary(),
        Replicates = [.. trial.Replicates.Select(r => r
            with { Values = r.Values.Concat(r.Values.Select(v => KeyValuePair.Create(Doubled(v.Key), v.Value))).ToDictionary() })],
    };

    private static string Doubled(string metric) => $"{metric}_again";
}
