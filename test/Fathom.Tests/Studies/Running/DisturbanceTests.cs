using Fathom.Records;
using Fathom.Studies.Running;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.TestKit;

namespace Fathom.Tests.Studies.Running;

/// <summary>Steps during which other programs used the machine.</summary>
public class DisturbanceTests
{
    private static readonly StudyPlan Plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);

    private readonly Synthetic.NoProgress _progress = new();
    private int _executed;

    [Fact]
    public async Task A_disturbed_step_is_repeated_and_set_aside()
    {
        var record = await RunAsync(0, 0.34);

        _executed.ShouldBe(Planned + Plan.Steps[0].Replicates.Count);
        record.Trials.SelectMany(t => t.Replicates).ShouldAllBe(r => r.Disturbance == null);
        var aside = record.Trials.SelectMany(t => t.SetAside).ToList();
        aside.Select(r => r.Position).Order().ShouldBe(Plan.Steps[0].Replicates.Select(r => r.Position).Order());
        aside.ShouldAllBe(r => r.Disturbance == "other programs used 34 % of the processors" && r.Values["wall_ms"] > 0);
        _progress.Disturbances.ShouldBe([("other programs used 34 % of the processors", true)]);
    }

    [Theory]
    [InlineData(0.5, 0.4, "other programs used 40 % of the processors")]
    [InlineData(0.4, 0.5, "other programs used 40 % of the processors")]
    public async Task Of_two_disturbed_executions_the_less_disturbed_counts_and_is_marked(double first, double second, string marked)
    {
        var record = await RunAsync(0, first, 0, second);

        var step = Plan.Steps[0].Replicates.Select(r => r.Position).ToHashSet();
        record.Trials.SelectMany(t => t.Replicates).Where(r => r.Disturbance == marked).Select(r => r.Position).ToHashSet()
            .SetEquals(step).ShouldBeTrue();
        record.Trials.SelectMany(t => t.SetAside).ShouldAllBe(r => r.Disturbance == "other programs used 50 % of the processors");
    }

    [Fact]
    public async Task On_a_machine_that_is_always_busy_a_quarter_of_the_steps_is_repeated_and_everything_is_marked()
    {
        var record = await RunAsync([.. Enumerable.Repeat(0.9, 10_000)]);

        var repeats = (int)Math.Ceiling(Plan.Steps.Count / 4.0);
        _executed.ShouldBe(Planned + Plan.Steps.Take(repeats).Sum(s => s.Replicates.Count));
        _progress.Disturbances.Select(d => d.Repeats).ShouldBe([.. Enumerable.Repeat(true, repeats), false], "the last is said once");
        record.Trials.SelectMany(t => t.Replicates).ShouldAllBe(r => r.Disturbance != null);
        record.Trials.Sum(t => t.Replicates.Count).ShouldBe(Planned);
    }

    [Fact]
    public async Task A_repetition_that_would_exceed_the_time_of_the_profile_is_not_made_and_the_replicates_are_marked()
    {
        var late = Plan with { Study = Plan.Study with { QuickLimit = TimeSpan.FromSeconds(1) } };
        var record = await RunAsync(late, _ => null, 0, 0.34);

        _executed.ShouldBe(Planned);
        _progress.Disturbances.ShouldBe([("other programs used 34 % of the processors", false)]);
        record.Trials.SelectMany(t => t.Replicates).Count(r => r.Disturbance != null).ShouldBe(Plan.Steps[0].Replicates.Count);
    }

    [Theory]
    [InlineData(1.5, false)]
    [InlineData(2.5, true)]
    public async Task A_reserve_of_two_seconds_is_kept_for_steps_that_take_longer_and_for_the_page(double beyond, bool isRepeated)
    {
        var others = PlanDuration.Of(Plan with { Steps = [.. Plan.Steps.Skip(1)] }, 1);
        var tight = Plan with { Study = Plan.Study with { QuickLimit = others + FirstStep + FirstStep + TimeSpan.FromSeconds(beyond) } };
        await RunAsync(tight, _ => null, 0, 0.34);

        _progress.Disturbances.Select(d => d.Repeats).ShouldBe([isRepeated]);
    }

    [Fact]
    public async Task A_failure_counts_also_where_the_repetition_succeeded()
    {
        var failure = new TrialFailure(Plan.Steps[0].Replicates[0].Trial, 1, "client", "run", "the client ended", "");
        var record = await RunAsync(executed => executed == 1 ? new ReplicateOutcome.Failed(failure) : null, 0, 0.34);

        record.Failures.ShouldBe([failure]);
        record.Trials.Sum(t => t.Replicates.Count).ShouldBe(Planned);
    }

    [Fact]
    public async Task A_disturbed_record_is_written_and_read_as_it_was()
    {
        var record = await RunAsync(0, 0.34, 0, 0.3);

        var json = RunRecordJson.Serialize(record);
        RunRecordJson.Check(record, json).ShouldBeEmpty();
        RunRecordJson.Serialize(RunRecordJson.Deserialize(json, "record")).ShouldBe(json);
    }

    // In virtual time, which passes between the starts of replicates alone.
    private static TimeSpan FirstStep => (Plan.Steps[0].Replicates.Count - 1) * Plan.Spacing;

    private static int Planned => Plan.Steps.Sum(s => s.Replicates.Count);

    private Task<RunRecord> RunAsync(params double[] others) => RunAsync(_ => null, others);

    private Task<RunRecord> RunAsync(Func<int, ReplicateOutcome?> outcome, params double[] others) => RunAsync(Plan, outcome, others);

    private Task<RunRecord> RunAsync(StudyPlan plan, Func<int, ReplicateOutcome?> outcome, params double[] others)
    {
        var executor = new Synthetic.Executor((_, _) =>
            outcome(++_executed) ?? new ReplicateOutcome.Measured(Synthetic.Figures(100 + _executed)));
        return Synthetic.RunAsync(
            plan, executor, new VirtualTime(), _progress, _ => { }, watch: new Synthetic.Watch(others));
    }
}
