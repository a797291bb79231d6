using Fathom.Records;
using Fathom.Studies.Running;
using Fathom.Machines.Watching;
using Fathom.Studies;
using Fathom.SubjectProtocol;
using Fathom.TestKit;

namespace Fathom.Tests.Studies;

/// <summary>Executors and machines that measure nothing: what they answer is made up by the test.</summary>
internal static class Synthetic
{
    public static MachineInfo Machine { get; } = new()
    {
        Os = "synthetic",
        Kernel = "1.0",
        Cpu = "synthetic",
        Cores = 2,
        MemoryBytes = 1 << 30,
        Dotnet = "10.0.0",
    };

    /// <summary>Figures of a client whose workload took that long, with a starved pool and a connection per call if so asked.</summary>
    public static ReplicateFigures Figures(double wallMs, bool starved = false, double connections = 500) => new(
        new ProcessFigures { Values = new Dictionary<string, double> { ["cpu_us"] = 50_000, ["allocated_bytes"] = 1_000_000 } },
        new ProcessFigures
        {
            Values = new Dictionary<string, double>
            {
                ["wall_ms"] = wallMs,
                ["calls"] = 500,
                ["cpu_us"] = 300_000,
                ["allocated_bytes"] = 5_000_000,
                ["connections"] = connections,
                ["threads_max"] = starved ? 52 : 4,
                ["queue_max"] = starved ? 60 : 1,
                ["queue_wait_ms_max"] = starved ? 0.9 * wallMs : 1,
            },
            Latency = [(wallMs, 450), (wallMs * 10, 50)],
        });

    /// <summary>An executor that asks the test for the outcome.</summary>
    public sealed class Executor(Func<TrialPlan, int, ReplicateOutcome> outcome) : ITrialExecutor
    {
        public List<(string Trial, int Block)> Executed { get; } = [];

        public Task<ReplicateOutcome> ExecuteAsync(TrialPlan trial, int block, CancellationToken cancellation)
        {
            cancellation.ThrowIfCancellationRequested();
            Executed.Add((trial.Id, block));
            return Task.FromResult(outcome(trial, block));
        }
    }

    /// <summary>A machine on which other programs use the processors, during some of its readings. A reading is a second of a machine
    /// with one processor after the one before.</summary>
    /// <param name="others">The share of that second which others use; nothing after the last.</param>
    public sealed class Watch(IReadOnlyList<double> others) : IMachineWatch
    {
        private int _readings;
        private double _busy;

        public MachineCounters Read()
        {
            _busy += others.ElementAtOrDefault(_readings);
            return new MachineCounters(_readings++, _busy, 0, 0, 0, 0, 1);
        }
    }

    /// <summary>Progress that nobody looks at.</summary>
    public sealed class NoProgress : IRunProgress
    {
        public List<TrialFailure> Failures { get; } = [];

        public List<(string Text, bool Repeats)> Disturbances { get; } = [];

        public bool? EndedPartial { get; private set; }

        public void Begin(StudyPlan plan)
        {
        }

        public void Step(PlanStep step, TimeSpan timeLeft)
        {
        }

        public void Failed(TrialFailure failure) => Failures.Add(failure);

        public void Disturbed(string text, bool repeats) => Disturbances.Add((text, repeats));

        public void End(bool partial) => EndedPartial = partial;
    }

    /// <summary>
    /// The record of a plan whose replicates have these figures. A run also makes one after every block, and each costs as much as the
    /// last; a test of findings needs none of them.
    /// </summary>
    public static RunRecord Measure(StudyPlan plan, Func<TrialPlan, int, ReplicateFigures> figures)
    {
        var trials = plan.Trials.ToDictionary(t => t.Id);
        var builder = new RecordBuilder(plan, Machine, DateTimeOffset.UnixEpoch);
        foreach (var replicate in plan.Steps.SelectMany(s => s.Replicates))
        {
            builder.Add(new MeasuredReplicate(replicate, figures(trials[replicate.Trial], replicate.Block)));
        }

        return builder.Build(TimeSpan.Zero, partial: false);
    }

    /// <summary>Runs a plan over an executor of the test's.</summary>
    public static Task<RunRecord> RunAsync(StudyPlan plan, ITrialExecutor executor, CancellationToken cancellation = default) =>
        RunAsync(plan, executor, new VirtualTime(), new NoProgress(), _ => { }, null, cancellation);

    /// <summary>Runs a plan in virtual time, which moves on for as long as something waits; all of it one thing after another.</summary>
    public static Task<RunRecord> RunAsync(
        StudyPlan plan, ITrialExecutor executor, VirtualTime time, IRunProgress progress, Action<RunRecord> checkpoint,
            IMachineWatch? watch = null, CancellationToken cancellation = default)
    {
        // Away from the test's synchronization context, under which what waits for a timer would go on beside the thread that moves the
        // clock.
        return Task.Run(
            async () =>
            {
                var run = new StudyRunner(executor, Machine, time, watch ?? new Watch([]))
                    .RunAsync(plan, progress, checkpoint, cancellation);
                while (!run.IsCompleted)
                {
                    time.Advance(TimeSpan.FromMilliseconds(100));
                    await Task.Yield();
                }

                return await run;
            },
            CancellationToken.None);
    }
}

/// <summary>Levels by the names that records and the command line have.</summary>
internal static class LevelsByName
{
    /// <summary>The same with another level of one factor.</summary>
    public static FactorLevels With(this FactorLevels levels, string factor, string level) =>
        levels.With(levels.Single(l => l.Factor.Name == factor).Factor.Find(level)!);
}
