using Fathom.Records;
using Fathom.Statistics;

namespace Fathom.TestKit.Records;

/// <summary>A record with one string in every place that takes any text.</summary>
public static class HostileRecord
{
    public static RunRecord With(string text)
    {
        var record = SyntheticRecords.Channels();
        return record with
        {
            Title = text,
            Question = text,
            Answer = text,
            Command = [text],
            Machine = record.Machine with { Os = text, Cpu = text, Dotnet = text, CongestionControl = text },
            Factors = [new FactorInfo("call", text, ["blocking", text]), .. record.Factors.Where(f => f.Name != "call")],
            Metrics = [.. record.Metrics.Select(m => m with { Text = text, Unit = text })],
            Trials = [.. record.Trials.Select((t, i) => Hostile(t, text, i))],
            Failures = [new TrialFailure(text + 0, 1, "client", "run", text, text)],
            Tables = [new ComparisonTable(text, text, "wall_ms", [text], [new ComparisonRow(text, [new ComparisonCell(text, text + 0)])])],
            Pictures = [new PictureInfo(PictureKind.Scatter, text, "client_cpu_us_per_call", "wall_ms", "call", ["call"])],
            Findings =
            [
                new Finding
                {
                    Id = "cause", Kind = FindingKind.Hint, Claim = text, Baseline = text + 0, Counterfactual = text + 1,
                    Changed = new ChangedFactor("call", "blocking", text), Metric = "wall_ms", Ratio = new Estimate(2, 1, 3),
                    Model = new ModelCheck(text, 1, 2, text), Fix = text, Caveats = [text],
                },
            ],
        };
    }

    private static TrialResult Hostile(TrialResult trial, string text, int index) => trial with
    {
        Id = text + index,
        Factors = new Dictionary<string, string>(trial.Factors) { ["call"] = index == 0 ? "blocking" : text },
        Metrics = trial.Metrics.ToDictionary(m => m.Key, m => m.Value with { Unit = text }),
        ErrorsByStatus = new Dictionary<string, int> { [text] = 1 },
        Series = [.. trial.Series.Select(s => s with { Unit = text })],
    };
}
