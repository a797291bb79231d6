using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Mediator;
using Fathom.SubjectProtocol;

namespace Fathom.Tests.Studies;

public class MediatorLinesTests
{
    [Fact]
    public void What_was_measured_of_pings_is_told_as_it_was_published()
    {
        var record = Measure();

        Line(record, t => t["certificate"] == "per-call" && t["lock"] == "global" && t["callers"] == "8")
            .ShouldBe("GrpcRaw Text Data: 0 B/Sec Pings: 40.00/Sec Count:200");
        Line(record, t => t["size"] == "10M" && t["compression"] == "lz4" && t["payload"] == "zero" && t["link"] == "none")
            .ShouldBe("GrpcLz4 Zero Data: 419.43 MB/Sec Pings: 40.00/Sec Count:200");
        Line(record, t => t["size"] == "1k" && t["compression"] == "gzip" && t["payload"] == "rand")
            .ShouldBe("GrpcGzip Rand Data: 40.96 KB/Sec Pings: 40.00/Sec Count:200");
    }

    [Fact]
    public void What_is_no_ping_has_no_line()
    {
        var record = Measure();

        record.Lines.Select(l => record.Trial(l.Trial).Factors["message"]).Distinct().ShouldBe(["ping"]);
        record.Trials.Select(t => t.Factors["message"]).ShouldContain("bing");
    }

    private static string Line(RunRecord record, Func<IReadOnlyDictionary<string, string>, bool> which) =>
        record.Lines.First(l => l.Trial == record.Trials.First(t => which(t.Factors)).Id).Text;

    // Five seconds, in which 200 messages were answered.
    private static RunRecord Measure() => Synthetic.Measure(
        StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1),
        (trial, _) => new ReplicateFigures(
            new ProcessFigures(),
            new ProcessFigures
            {
                Values = new Dictionary<string, double>
                {
                    ["wall_ms"] = 5000,
                    ["calls"] = 200,
                    ["payload_bytes"] = 200.0 * trial.Setup.Workload["size"]?.GetValue<int>() ?? 0,
                },
            }));
}
