using Fathom.Records;
using Fathom.Statistics;
using FsCheck.Fluent;
using FsCheck;

namespace Fathom.Tests.Records;

/// <summary>Valid records with any text and any finite number wherever the schema allows it.</summary>
internal static class RecordGenerator
{
    // Half a surrogate pair is no text: UTF-8 cannot hold it.
    private static Gen<string> Text { get; } = ArbMap.Default.GeneratorFor<UnicodeString>()
        .Select(s => "x" + string.Concat(s.Get.EnumerateRunes().Select(r => r.ToString())));

    private static Gen<double> Number { get; } = ArbMap.Default.GeneratorFor<NormalFloat>().Select(f => f.Get);

    private static Gen<int> Count { get; } = ArbMap.Default.GeneratorFor<NonNegativeInt>().Select(i => i.Get);

    public static Arbitrary<RunRecord> Records { get; } = Arb.From(
        from texts in Text.ArrayOf(12)
        from numbers in Number.ArrayOf(12)
        from counts in Count.ArrayOf(6)
        from seconds in Gen.Choose(0, int.MaxValue)
        from flags in ArbMap.Default.GeneratorFor<bool>().ArrayOf(5)
        from better in Gen.Elements(Enum.GetValues<Better>())
        select Build(texts, numbers, counts, seconds, flags, better));

    private static RunRecord Build(string[] texts, double[] numbers, int[] counts, int seconds, bool[] flags, Better better)
    {
        string[] levels = [texts[0] + "a", texts[0] + "b"];
        TrialResult[] trials = [.. levels.Select((level, i) => Trial($"t{i}{texts[1]}", level, texts, numbers, counts, flags))];
        return new RunRecord
        {
            Study = flags[0] ? "lag" : "a-study-2",
            Profile = flags[1] ? "quick" : "full",
            Seed = counts[0] - 5,
            Started = DateTimeOffset.UnixEpoch.AddSeconds(seconds),
            ElapsedSeconds = Math.Abs(numbers[0]),
            Partial = flags[2],
            Title = texts[2],
            Question = texts[3],
            Answer = texts[4],
            Command = texts[..3],
            Machine = new MachineInfo
            {
                Os = texts[5], Kernel = "6.1", Cpu = texts[6], Cores = counts[1] + 1, MemoryBytes = 1L << 40, Dotnet = "10.0.1",
                CongestionControl = flags[3] ? texts[7] : null,
            },
            Factors = [new FactorInfo("call", texts[8], levels)],
            Metrics = [new MetricInfo("wall_ms", texts[9], better, texts[10], flags[4])],
            Trials = trials,
            Failures = [new TrialFailure(trials[0].Id, 1, "server", "stop", texts[3], "")],
            LeftOut = [texts[7]],
            Tables = [new ComparisonTable(texts[1], texts[2], "wall_ms", [texts[3], ""],
                [new ComparisonRow("", [new(texts[4], null), new(null, trials[1].Id)])])],
            Lines = [new PublishedLine(trials[0].Id, texts[6])],
            Pictures = [new PictureInfo(flags[3] ? PictureKind.Line : PictureKind.Scatter, texts[5], flags[0] ? "call" : "wall_ms",
                "wall_ms", "call", flags[1] ? [] : ["call"], flags[2] ? "wall_ms" : null)],
            Findings = [Finding(trials, levels, texts, numbers, flags)],
        };
    }

    private static TrialResult Trial(string id, string level, string[] texts, double[] numbers, int[] counts, bool[] flags) => new()
    {
        Id = id,
        Factors = new Dictionary<string, string> { ["call"] = level },
        SideBySide = flags[0],
        Replicates = [new Replicate(1, 2, counts[2], new Dictionary<string, double> { ["wall_ms"] = numbers[1] }),
            new Replicate(2, 3, 0, new Dictionary<string, double>())],
        Metrics = flags[1] ? new() : new Dictionary<string,
            MetricValue> { ["wall_ms"] = new(numbers[2], numbers[3], numbers[4], texts[9])
            {
                Confidence = flags[2] ? 0.96875 : null, RangeOf = flags[3] ? counts[5] : null,
            } },
        Errors = counts[3],
        ErrorsByStatus = new Dictionary<string, int> { [texts[5]] = counts[4] },
        Latency = [new LatencyBucket(Math.Abs(numbers[5]), 1L << 33)],
        Series = [new Series("threads", texts[6], 1, [[numbers[6], numbers[7]], [numbers[8], numbers[9]]])],
    };

    private static Finding Finding(TrialResult[] trials, string[] levels, string[] texts, double[] numbers, bool[] flags) => new()
    {
        Id = "cause-1",
        Kind = flags[3] ? FindingKind.Finding : FindingKind.Hint,
        Claim = texts[0],
        Baseline = trials[0].Id,
        Counterfactual = trials[1].Id,
        Changed = new ChangedFactor("call", levels[0], levels[1]),
        Metric = "wall_ms",
        Ratio = new Estimate(numbers[1], numbers[2], numbers[3])
        {
            Confidence = flags[0] ? 0.9921 : null, RangeOf = flags[1] ? 4 : null,
        },
        PValue = flags[4] ? 0.025 : null,
        Model = flags[2] ? new ModelCheck(texts[1], numbers[4], numbers[5], texts[2]) 
        {
            StatedError = flags[0] ? 0.1 : null, IsAccounting = flags[1],
        } : null,
        Fix = texts[3],
        Caveats = texts[4..6],
    };
}
