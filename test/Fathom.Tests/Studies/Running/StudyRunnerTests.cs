using System.Collections.Concurrent;
using Fathom.Records;
using Fathom.Studies.Running;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.Statistics;
using Fathom.TestKit;

namespace Fathom.Tests.Studies.Running;

/// <summary>The order of a run, and what becomes of failures and interruptions.</summary>
public class StudyRunnerTests
{
    private static readonly StudyPlan Plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);

    [Fact]
    public async Task Replicates_run_in_the_order_of_the_plan_and_land_in_their_trials()
    {
        var executor = new Synthetic.Executor((_, block) => new ReplicateOutcome.Measured(Synthetic.Figures(100 + block)));
        var record = await Synthetic.RunAsync(Plan, executor);
        executor.Executed.ShouldBe(Plan.Steps.SelectMany(s => s.Replicates).Select(r => (r.Trial, r.Block)));
        record.Partial.ShouldBeFalse();
        foreach (var (trial, plan) in record.Trials.Zip(Plan.Trials))
        {
            trial.Replicates.Select(r => r.Block).ShouldBe(BlocksOf(trial.Id));
            trial.Replicates.ShouldAllBe(r => r.Values["wall_ms"] == 100 + r.Block);
            trial.Metrics["wall_ms"].Value.ShouldBe(100 + Sample.Median([.. BlocksOf(trial.Id).Select(b => (double)b)]));
            trial.Metrics["client_cpu_us_per_call"].Value.ShouldBe(600);
            trial.Metrics["server_cpu_us_per_call"].Value.ShouldBe(100);
            trial.SideBySide.ShouldBe(plan.SideBySide);
        }
    }

    [Fact]
    public async Task A_replicate_that_fails_is_told_and_recorded_and_the_rest_goes_on()
    {
        var second = BlocksOf("t02")[1];
        var failure = new TrialFailure("t02", second, "server", "start", "the server ended with exit code 3 before it answered",
            "port 80 is taken");
        var executor = new Synthetic.Executor((trial, block) => trial.Id == "t02" && block == second
            ? new ReplicateOutcome.Failed(failure)
            : new ReplicateOutcome.Measured(Synthetic.Figures(100)));
        var progress = new Synthetic.NoProgress();
        var record = await Synthetic.RunAsync(Plan, executor, new VirtualTime(), progress, _ => { });
        record.Failures.ShouldBe([failure]);
        progress.Failures.ShouldBe([failure]);
        record.Trial("t02").Replicates.Select(r => r.Block).ShouldNotContain(second);
        executor.Executed.Count.ShouldBe(Plan.Steps.Sum(s => s.Replicates.Count));
        record.Partial.ShouldBeFalse();
    }

    [Fact]
    public async Task Those_side_by_side_begin_one_after_another()
    {
        var time = new VirtualTime();
        var began = new ConcurrentDictionary<(string Trial, int Block), TimeSpan>();
        var executor = new Synthetic.Executor((trial, block) =>
        {
            began[(trial.Id, block)] = time.GetElapsedTime(0);
            return new ReplicateOutcome.Measured(Synthetic.Figures(100));
        });
        await Synthetic.RunAsync(Plan, executor, time, new Synthetic.NoProgress(), _ => { });

        var step = Plan.Steps.Where(s => s.Replicates.Count > 1).MaxBy(s => s.Replicates.Count)!;
        var first = began[(step.Replicates[0].Trial, step.Replicates[0].Block)];
        foreach (var (replicate, place) in step.Replicates.Select((r, place) => (r, place)))
        {
            began[(replicate.Trial, replicate.Block)].ShouldBe(first + (place * Plan.Study.Spacing));
        }
    }

    [Fact]
    public async Task An_interrupted_run_keeps_what_was_measured_and_says_that_it_is_partial()
    {
        using var interruption = new CancellationTokenSource();
        var measured = 0;
        var executor = new Synthetic.Executor((_, _) =>
        {
            if (++measured == 7)
            {
                interruption.Cancel();
            }

            return new ReplicateOutcome.Measured(Synthetic.Figures(100));
        });
        var progress = new Synthetic.NoProgress();
        var record = await Synthetic.RunAsync(Plan, executor, new VirtualTime(), progress, _ => { }, null, interruption.Token);
        record.Partial.ShouldBeTrue();
        progress.EndedPartial.ShouldBe(true);
        record.Trials.Sum(t => t.Replicates.Count).ShouldBe(executor.Executed.Count);
        executor.Executed.Count.ShouldBeLessThan(Plan.Steps.Sum(s => s.Replicates.Count));
    }

    [Fact]
    public async Task After_every_block_but_the_last_the_record_so_far_is_handed_out()
    {
        var handed = new List<RunRecord>();
        var executor = new Synthetic.Executor((_, _) => new ReplicateOutcome.Measured(Synthetic.Figures(100)));
        await Synthetic.RunAsync(Plan, executor, new VirtualTime(), new Synthetic.NoProgress(), handed.Add);
        handed.Count.ShouldBe(Plan.Steps.Max(s => s.Block) - 1);
        handed.ShouldAllBe(r => r.Partial);
        handed[0].Trials.ShouldAllBe(t => t.Replicates.Any(r => r.Block == 1));
    }

    private static List<int> BlocksOf(string trial) =>
        [.. Plan.Steps.SelectMany(s => s.Replicates).Where(r => r.Trial == trial).Select(r => r.Block)];
}
