using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Causes.HostExonerated;
using Fathom.Diagnosis.Causes.HostShare;
using Fathom.Diagnosis.Causes.InheritedPool;
using Fathom.Diagnosis.Causes.ShutdownPerCall;
using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Records;
using Fathom.Records.Words;
using static Fathom.Studies.Channels.ChannelsFactors;

namespace Fathom.Studies.Channels;

/// <summary>The answer of the study <c>channels</c>, composed of the findings of the record and nothing else.</summary>
internal static class ChannelsAnswer
{
    public static string From(MeasuredStudy study)
    {
        var sentences = new[] { Hosts(study), Starvation(study), Core(study), Second(study), Rest(study) }.OfType<string>().ToList();
        return sentences.Count == 0 ? "What was run supports no claim." : string.Join(" ", sentences);
    }

    private static string? Hosts(MeasuredStudy study) => Proven(study, HostExoneratedCause.Name).FirstOrDefault() is { } host
        ? $"Not the host: the same client takes {Time(host.Baseline)} with one host and {Time(host.Counterfactual)} with the other."
        : null;

    private static string? Starvation(MeasuredStudy study)
    {
        var starved = Proven(study, ThreadPoolStarvationCause.Name).Where(f => !f.Baseline.Levels.Has(CoreClient)).ToList();
        var remedies = new[]
        {
            Remedy(starved, Awaited, "awaiting"), Remedy(starved, ManyMinThreads, "200 threads"),
            Remedy(starved, CoreClient, "Grpc.Core's synchronous stub"), Remedy(starved, NativeClient, "Fathom's own client"),
        }.OfType<string>().ToList();
        return remedies.Count == 0 ? null
            : $"Blocking calls starve the client's thread pool; the same calls are faster with {Listed(remedies)}.";
    }

    private static string? Core(MeasuredStudy study)
    {
        var starved = Proven(study, ThreadPoolStarvationCause.Name).Where(f => f.Baseline.Levels.Has(CoreClient)).ToList();
        var remedies = new[]
        {
            Remedy(starved, Blocking, "its synchronous stub"), Remedy(starved, Inlined, "handler inlining"),
            Remedy(starved, Awaited, "awaiting"), Remedy(starved, ManyMinThreads, "200 threads"),
        }.OfType<string>().ToList();
        return remedies.Count == 0 ? null
            : $"Grpc.Core stalls too ({Time(starved[0].Baseline)} with GetResult); it is faster with {Listed(remedies)}.";
    }

    private static string? Second(MeasuredStudy study) => Proven(study, InheritedPoolCause.Name).Any()
        ? "A second round in the same process inherits the pool and is sometimes fast: that is why times differed from run to run."
        : null;

    private static string? Rest(MeasuredStudy study)
    {
        var clauses = Proven(study, ChannelPerCallCause.Name)
            .Select(f => $"a channel per call makes calls {Times(f)} slower {(f.Baseline.Levels.Has(Tls) ? "with" : "without")} TLS")
            .Concat(Proven(study, ShutdownPerCallCause.Name).Select(f => $"waiting for its shutdown makes them {Times(f)} slower"))
            .Concat(Proven(study, HostShareCause.Name).Select(f => "the host takes "
                + $"{HostShareCause.TextOf(HostShareCause.PercentIn(f.Baseline.Evidence))} of a call's processor time, "
                + $"{HostShareCause.Contains}"))
            .ToList();
        return clauses.Count == 0 ? null : $"Where nothing is starved, {Listed(clauses)}.";
    }

    private static IEnumerable<MeasuredFinding> Proven(MeasuredStudy study, string cause) =>
        study.Of(cause).Where(f => f.Finding.Kind == FindingKind.Finding);

    private static string? Remedy(IEnumerable<MeasuredFinding> findings, Level level, string words) =>
        findings.FirstOrDefault(f => f.Counterfactual.Levels.Has(level) && !f.Baseline.Levels.Has(level)) is { } found
            ? $"{words} ({Times(found)})" : null;

    private static string Time(MeasuredTrial trial) => FigureText.Duration(trial.Find(ChannelsMetrics.WallTime)!.Value);

    private static string Times(MeasuredFinding finding) => $"{FigureText.Number(finding.Pair.Ratio.Value)} times";

    private static string Listed(List<string> parts) => parts.Count == 1 ? parts[0]
        : $"{string.Join(", ", parts[..^1])} and {parts[^1]}";
}
