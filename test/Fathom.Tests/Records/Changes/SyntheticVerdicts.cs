using Fathom.Records;
using Fathom.Records.Doctors;

namespace Fathom.Tests.Records.Changes;

/// <summary>Verdicts of a doctor, made from the times of runs.</summary>
internal static class SyntheticVerdicts
{
    /// <summary>A verdict on one program.</summary>
    /// <param name="times">Times of the unchanged runs, in milliseconds.</param>
    /// <param name="causes">Ids of its causes, all of them hints.</param>
    /// <param name="ruledOut">Ids of causes that were ruled out.</param>
    public static DoctorRecord Of(double[] times, string[] causes, string[] ruledOut) => new()
    {
        Target = new DoctorTarget("program", "dotnet x.dll"),
        Started = new DateTimeOffset(2026, 11, 23, 20, 0, 0, TimeSpan.Zero),
        ElapsedSeconds = 60,
        Seed = 1,
        Verdict = "a verdict",
        Machine = new MachineInfo { Os = "Linux", Kernel = "6.18", Cpu = "x", Cores = 2, MemoryBytes = 1, Dotnet = "10.0.0" },
        Time = [],
        Causes =
        [
            .. causes.Select(id => new DoctorCause
            {
                Id = id, Kind = FindingKind.Hint, Share = 0.1, Evidence = "seen", WouldProve = "a change", Fix = "a change",
            }),
        ],
        RuledOut = [.. ruledOut.Select(id => new RuledOutCause(id, "nothing of it was seen"))],
        NotSeen = [],
        Observations = [],
        Metric = new DoctorMetric("time from start to end", "ms", null, false),
        Runs = [.. times.Select((t, i) => new DoctorRun(i + 1, "", t, 0))],
    };
}
