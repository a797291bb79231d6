using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Records;
using Fathom.Records.Words;
using static Fathom.Studies.Tree.TreeFactors;

namespace Fathom.Studies.Tree;

/// <summary>The answer of the study <c>tree</c>, composed of the findings of the record.</summary>
internal static class TreeAnswer
{
    public static string From(MeasuredStudy study)
    {
        var starved = study.Of(ThreadPoolStarvationCause.Name).Where(f => f.Finding is { Kind: FindingKind.Finding, Process: not null })
            .ToList();
        var sentences = starved.Count == 0 ? ["No process of the tree is found to be slow."]
            : starved.GroupBy(f => f.Finding.Process!).Select(g => SlowIn(g.Key, [.. g])).Append(FirstAndLater(starved[0].Baseline));
        return string.Join(" ", [.. sentences.OfType<string>(), .. Driver(study)]);
    }

    private static string SlowIn(string process, List<MeasuredFinding> findings)
    {
        var first = findings[0];
        var remedies = new[] { Remedy(findings, Awaited, "awaiting"), Remedy(findings, ManyMinThreads, "200 threads") }.OfType<string>();
        return $"{process} is slow: its blocking calls starve its thread pool. One request in twenty takes "
            + $"{Time(first.Baseline)} or longer; less with {string.Join(" and with ", remedies)}.";
    }

    private static string? Remedy(List<MeasuredFinding> findings, Level level, string words) =>
        findings.Find(f => f.Counterfactual.Levels.Has(level)) is { } found
            ? $"{words} ({Time(found.Counterfactual)}, {FigureText.Number(found.Pair.Ratio.Value)} times)" : null;

    private static string? FirstAndLater(MeasuredTrial starved)
    {
        var (first, later) = (ValuesOf(starved, TreeMetrics.FirstHalf), ValuesOf(starved, TreeMetrics.SecondHalf));
        return first.Count == 0 || first.Count != later.Count ? null
            : $"From run to run that time is {Range(first)} over the users' first requests, and {Range(later)} over their later ones.";
    }

    private static List<double> ValuesOf(MeasuredTrial trial, Metric metric) =>
        [.. trial.Result.Replicates.SamplesOf(metric.Id).Select(s => s.Value)];

    private static string Range(List<double> values) => $"{FigureText.Duration(values.Min())} to {FigureText.Duration(values.Max())}";

    private static IEnumerable<string> Driver(MeasuredStudy study)
    {
        var by = study.Trials.Select(t => t.Find(TreeMetrics.ByLocust)).OfType<double>().ToList();
        return by.Count == 0 ? []
            : by.TrueForAll(b => b == 1) ? ["The users are Locust's."]
            : ["The users are those of the built-in driver, since Locust is not installed (Debian: python3-locust)."];
    }

    private static string Time(MeasuredTrial trial) => FigureText.Duration(trial.Find(TreeMetrics.ResponseTime)!.Value);
}
