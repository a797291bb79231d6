using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Tree;
using Fathom.SubjectProtocol;

namespace Fathom.Tests.Studies;

/// <summary>Which process of the tree the findings name, from figures that are made up.</summary>
public class TreeFindingsTests
{
    private static readonly string[] Processes = ["rest-api", "rest-admin-api", "service-1", "service-2", "service-3"];

    [Fact]
    public void The_process_whose_pool_starved_is_named_by_both_changes_and_the_others_are_cleared()
    {
        var record = Run((trial, _) => Starves(trial) ? ["rest-api"] : []);

        record.Findings.ShouldAllBe(f => f.Id == "thread-pool-starvation" && f.Process == "rest-api");
        record.Findings.Select(f => f.Changed!.Factor).Take(2).ShouldBe(["call", "min_threads"]);
        var finding = record.Findings[0];
        finding.Claim.ShouldStartWith("rest-api: Blocking calls starve its thread pool: ");
        finding.Cleared!.Select(c => c.Process).ShouldBe(Processes[1..]);
        finding.Cleared!.ShouldAllBe(c => c.Observation.StartsWith("no work item waited longer than 3 ms"));
        finding.Claim.ShouldContain("Not the others: in rest-admin-api no work item waited");
        record.Answer.ShouldStartWith("rest-api is slow: its blocking calls starve its thread pool.");
        record.Answer.ShouldContain("with awaiting (");
        record.Answer.ShouldContain("with 200 threads (");
        record.Answer.ShouldEndWith("The users are Locust's.");
    }

    [Fact]
    public void The_same_cause_in_service_1_is_found_there() =>
        Run((trial, _) => Starves(trial) ? ["service-1"] : [], ("in", "service-1")).Findings
            .ShouldAllBe(f => f.Process == "service-1" && f.Cleared!.Count == 4);

    [Fact]
    public void Where_two_processes_fit_none_is_named() =>
        Run((trial, _) => Starves(trial) ? ["rest-api", "service-1"] : []).Findings.ShouldBeEmpty();

    [Fact]
    public void Slow_responses_without_a_wait_for_threads_name_no_process() =>
        Run((_, _) => [], isSlow: true).Findings.ShouldBeEmpty();

    [Fact]
    public void A_healthy_tree_is_silent()
    {
        var record = Run((_, _) => []);
        record.Findings.ShouldBeEmpty();
        record.Answer.ShouldStartWith("No process of the tree is found to be slow.");
    }

    [Fact]
    public void Without_Locust_the_answer_says_so() =>
        Run((_, _) => [], byLocust: 0).Answer.ShouldEndWith("since Locust is not installed (Debian: python3-locust).");

    private static bool Starves(TrialPlan trial) => trial.Levels["call"] == "blocking" && trial.Levels["min_threads"] == "default";

    private static RunRecord Run(
        Func<TrialPlan, int, string[]> starved, (string, string)? level = null, bool isSlow = false, int byLocust = 1)
    {
        var levels = level is var (factor, name) ? new Dictionary<string, IReadOnlyList<string>> { [factor] = [name] } : [];
        var plan = StudyPlanner.Plan(TreeStudy.Spec, Profile.Full, 1, levels);
        return Synthetic.Measure(plan, (trial, block) => Figures(
            starved(trial, block),
            isSlow && Starves(trial) ? 400 + block : starved(trial, block).Length > 0 ? 300 + block : 20 + (0.1 * block),
            byLocust));
    }

    private static ReplicateFigures Figures(string[] starved, double ms, int byLocust) => new(
        new ProcessFigures
        {
            Processes = Processes.ToDictionary(p => p, p => (IReadOnlyDictionary<string, double>)new Dictionary<string, double>
            {
                [ReportedValues.MaxThreads.Name] = starved.Contains(p) ? 60 : 5,
                [ReportedValues.MaxQueue.Name] = starved.Contains(p) ? 40 : 1,
                [ReportedValues.MaxQueueWait.Name] = starved.Contains(p) ? ms : 3,
            }),
        },
        new ProcessFigures
        {
            Values = new Dictionary<string, double>
            {
                [ReportedValues.Calls.Name] = 100, [ReportedValues.WallTime.Name] = 1000, [ReportedValues.ByLocust.Name] = byLocust,
                [ReportedValues.FirstHalfP95.Name] = ms, [ReportedValues.SecondHalfP95.Name] = 20,
            },
            Latency = [(ms * 1000, 100)],
        });
}
