using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Interventions;
using Fathom.Records.Comparing;
using Fathom.Records.Doctors;
using Fathom.Records.Words;

namespace Fathom.Doctor;

/// <summary>
/// Examines a program by running it again: watched once, then watched once under each change that would prove a suspected cause, then
/// unwatched in rounds, unchanged and under each change in random order. One examination each.
/// </summary>
/// <param name="spec">The program.</param>
/// <param name="options">Budget, pairs and seed.</param>
/// <param name="progress">Learns what is asked.</param>
/// <param name="time">The clock.</param>
public sealed class ProgramDoctor(ProgramSpec spec, DoctorOptions options, IDoctorProgress progress, TimeProvider time)
{
    private const string Unchangeable = "Nothing around the program can make that change: make it, and run this command again with "
        + "--against and this record, which proves whether it helped.";

    private static readonly TimeSpan MinPatience = TimeSpan.FromSeconds(20);

    private readonly ProgramRuns _runs = new(spec);
    private readonly List<TriedIntervention> _tried = [];
    private readonly List<string> _notSeen = [];
    private IReadOnlyList<ObservedSeries> _series = [];
    private readonly long _began = time.GetTimestamp();
    private TriedIntervention? _together;
    private CauseScreening? _screening;
    private TimeSpan _unchanged;

    /// <summary>Runs the program; tests give recorded runs.</summary>
    internal IProgramRunner Runner { private get; init; } = new ProgramRun(spec, time);

    private TimeSpan Budget => options.Budget ?? DoctorOptions.DefaultProgramBudget;

    /// <summary>Examines the program.</summary>
    /// <param name="cancellation">Ends the examination, and the program; the record then says what was seen before.</param>
    /// <exception cref="DoctorException">The program cannot be started, fails in every run, does not end, or prints no number.</exception>
    public async Task<DoctorRecord> ExamineAsync(CancellationToken cancellation)
    {
        var started = time.GetUtcNow();
        var isPartial = false;
        try
        {
            await WatchAsync(cancellation);
            await TryChangesAsync(cancellation);
            await CompareAsync(cancellation);
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            isPartial = true;
        }

        return Judge(spec, options.Seed, _screening, _tried, _runs, _notSeen, _together) with
        {
            Started = started,
            Series = VerdictRecord.Series(_series),
            ElapsedSeconds = Math.Round(time.GetElapsedTime(_began).TotalSeconds, 3),
            Partial = isPartial,
        };
    }

    /// <summary>The verdict, but for when it was examined.</summary>
    internal static DoctorRecord Judge(ProgramSpec spec, int seed, CauseScreening? screening, IReadOnlyList<TriedIntervention> tried,
        ProgramRuns runs, IReadOnlyList<string> notSeen, TriedIntervention? together = null)
    {
        IReadOnlyList<DoctorCause> causes = [];
        IReadOnlyList<RuledOutCause> small = [];
        DoctorTogether? saved = null;
        if (screening is not null)
        {
            var judge = new CauseJudge(screening.Seen, seed);
            (causes, small) = judge.Judge(screening.Suspects, tried, Unchangeable);
            saved = judge.Together(FixesOf(causes, tried), together);
        }

        var record = VerdictRecord.Build(screening, causes, notSeen);
        return record with
        {
            Verdict = record.Verdict + VerdictText.Together(saved),
            Together = saved,
            RuledOut = [.. record.RuledOut, .. small],
            Target = new DoctorTarget("program", spec.Name),
            Seed = seed,
            Metric = spec.Compared,
            Runs = runs.All,
        };
    }

    // A change that slows a program proves a cause and is no fix.
    private static List<TriedIntervention> FixesOf(IReadOnlyList<DoctorCause> causes, IReadOnlyList<TriedIntervention> tried) =>
        CauseJudge.ProvenOf(causes, tried.Where(t => !t.Change.Slows));

    private async Task WatchAsync(CancellationToken cancellation)
    {
        progress.Asks($"Runs {spec.Name} and watches it: where does its time go?");
        var first = await RunAsync(null, watch: true, Budget, cancellation) ?? throw new DoctorException(
            $"{spec.Name} did not end within {FigureText.Number(Budget.TotalSeconds)} s and was ended. Give a program that does its work "
                + "and ends, or more time with --budget; a service that runs on is watched with --pid.");
        if (first.ExitCode != 0)
        {
            progress.Asks($"It ended with exit code {first.ExitCode}: runs it once more, since that may have been chance.");
            var second = await RunAsync(null, watch: true, Budget, cancellation);
            first = second is { ExitCode: 0 } ? second : throw new DoctorException(
                $"{spec.Name} fails: it ended with exit code {first.ExitCode}{(second is null ? "" : $", then with {second.ExitCode}")}. "
                    + $"Give a command that works. It wrote: {(first.Wrote.Length == 0 ? "nothing" : first.Wrote)}");
        }

        // A runtime is slow to answer on a busy machine, and what it wrote can be cut off.
        if (first.Seen is { LacksEvents: true } && Budget - time.GetElapsedTime(_began) is var left && left > first.Wall)
        {
            progress.Asks($"Watches it once more: {first.Seen.NotSeen[0]}");
            first = await RunAsync(null, watch: true, left, cancellation) is { ExitCode: 0, Seen.LacksEvents: false } again ? again : first;
        }

        if (ProgramRuns.ValueOf(spec, first) is null)
        {
            throw new DoctorException(
                $"--metric: '{spec.Metric}' matches no positive number in what {spec.Name} printed on its standard output. Accepted is a "
                    + @"pattern whose first group is the number, as in --metric 'took ([\d.]+) ms'.");
        }

        _unchanged = first.Wall;
        if (first.Seen is null)
        {
            _notSeen.Add("No .NET runtime was found in the program or in what it started: nothing inside of it was seen.");
        }

        _notSeen.AddRange(first.Seen?.NotSeen ?? []);
        _series = first.Seen?.Series ?? [];
        var seen = ProgramTargets.Named(first.Seen?.Observations ?? [], spec.Words);
        _screening = new CauseScreening(new Evidence("unchanged", new Dictionary<string, string>(),
            [.. seen, .. await Runner.MeasureAsync(seen, cancellation)]));
    }

    // Once watched under each change: what has no effect proves nothing.
    private async Task TryChangesAsync(CancellationToken cancellation)
    {
        foreach (var suspect in _screening!.Suspects)
        {
            List<string> without = [];
            foreach (var change in suspect.Changes)
            {
                progress.Asks(
                    $"{suspect.Cause.Id} is suspected ({suspect.Screening.Evidence}). Runs it with {change}: does that take effect?");
                var tried = new TriedIntervention(suspect, change, _runs);
                _tried.RemoveAll(t => t.Suspicion == suspect);
                _tried.Add(tried);
                await TryAsync(tried, cancellation);
                if (tried.WhyNot is not { } why)
                {
                    break;
                }

                without.Add(suspect.Changes.Count == 1 ? why : $"with {change} {why}");
                tried.WhyNot = string.Join("; ", without);
            }
        }
    }

    private async Task TryAsync(TriedIntervention tried, CancellationToken cancellation)
    {
        var change = tried.Change;
        try
        {
            var outcome = await RunAsync(change, watch: true, Patience, cancellation);
            tried.Took = outcome?.Wall ?? TimeSpan.Zero;
            tried.WhyNot = outcome switch
            {
                null => "the program did not end with it",
                { InForce: false } => "the program did not get the variable",
                { Seen: null } => "the program ended before it could be watched",
                { ExitCode: not 0 } => $"the program ended with exit code {outcome.ExitCode} with it",
                _ => change.WhyWithoutEffect(_screening!.Seen, tried.Observe(outcome.Seen)),
            };
        }
        catch (RunEnvironmentException e)
        {
            tried.WhyNot = e.Message;
        }
    }

    private TimeSpan Patience => TimeSpan.FromTicks(Math.Max(MinPatience.Ticks, 3 * _unchanged.Ticks));

    private async Task CompareAsync(CancellationToken cancellation)
    {
        var candidates = _tried.Where(t => t.WhyNot is null).ToList();
        List<TimeSpan> took = [.. candidates.Select(t => t.Took)];
        var plan = RoundPlan.Of(_unchanged, took, Budget - time.GetElapsedTime(_began),
            options.Budget is null ? TimeSpan.MaxValue : TimeSpan.Zero, options.Pairs);
        var round = RoundPlan.TimeOf(_unchanged, took, Math.Max(1, plan.Changes));
        foreach (var left in candidates.Skip(plan.Changes))
        {
            left.WhyNot = $"the budget is used up: {plan.Fewest} pairs, the fewest that can prove it, need about "
                + $"{FigureText.Number(Math.Ceiling(plan.Fewest * round.TotalSeconds))} s more";
        }

        var compared = candidates.Take(plan.Changes).ToList();
        if (compared.Count == 0)
        {
            await TimeUnchangedAsync(cancellation);
            return;
        }

        var asked = compared.Exists(c => c.Change.Slows) ? "how much longer or shorter does it take" : "is it faster";
        progress.Asks($"Runs it in {plan.Rounds} rounds, unwatched, unchanged and with "
            + $"{string.Join(", with ", compared.Select(c => c.Change))}: {asked}? About "
            + $"{FigureText.Number(Math.Ceiling(plan.Rounds * round.TotalSeconds))} s.");
        compared.ForEach(c => c.IsCompared = true);
        await plan.RunAsync([null, .. compared.Select(c => c.Change)], options.Seed,
            (block, change) => AddRunAsync(block, change, cancellation));
        await CombineAsync(cancellation);
    }

    // Once, where two causes are proven: what both changes save is not the sum of what each does.
    private async Task CombineAsync(CancellationToken cancellation)
    {
        if (_tried.Count(t => t.IsCompared) < 2)
        {
            return;
        }

        var judge = new CauseJudge(_screening!.Seen, options.Seed);
        var proven = FixesOf(judge.Judge(_screening.Suspects, _tried, Unchangeable).Causes, _tried);
        if (proven.Count < 2)
        {
            return;
        }

        var plan = RoundPlan.Of(_unchanged, [proven.Min(t => t.Took)], Budget - time.GetElapsedTime(_began),
            options.Budget is null ? DoctorOptions.DefaultProgramBudget : TimeSpan.Zero, DifferenceTest.MinPairs);
        if (plan.Rounds == 0)
        {
            _notSeen.Add($"What {string.Join(" and ", proven.Select(t => t.Change))} save together: the budget is used up.");
            return;
        }

        var together = new CombinedIntervention([.. proven.Select(t => t.Change)]);
        progress.Asks($"Runs it in {plan.Rounds} rounds, unchanged and with {together.Value}: what do they save together?");
        _together = new TriedIntervention(proven[0].Suspicion, together, _runs);
        var before = _runs.All.Max(r => r.Block);
        await plan.RunAsync<Intervention?>(
            [null, together], options.Seed, (block, change) => AddRunAsync(before + block, change, cancellation));
    }

    // What the code alone can cure is proven by runs after the fix against those before it.
    private async Task TimeUnchangedAsync(CancellationToken cancellation)
    {
        if (_screening!.Suspects.Count == 0 && !options.IsCompared)
        {
            return;
        }

        var fewest = DifferenceTest.MinReplicates;
        var fit = (int)Math.Min(options.Pairs, Math.Max(0, (Budget - time.GetElapsedTime(_began)) / _unchanged));
        var rounds = fit >= fewest ? fit : options is { IsCompared: true, Budget: null } ? fewest : 0;
        if (rounds == 0)
        {
            _notSeen.Add($"The unchanged program was not timed: the {fewest} runs that a comparison after a fix needs (--against) take "
                + $"about {FigureText.Number(Math.Ceiling(fewest * _unchanged.TotalSeconds))} s. Give them with --budget.");
            return;
        }

        progress.Asks($"Runs it {rounds} times, unwatched: how long does it take? About "
            + $"{FigureText.Number(Math.Ceiling(rounds * _unchanged.TotalSeconds))} s, "
            + (options.IsCompared ? "to compare with the earlier record." : "for a comparison after a fix (--against)."));
        await new RoundPlan(0, rounds, fewest).RunAsync<Intervention?>(
            [null], options.Seed, (block, change) => AddRunAsync(block, change, cancellation));
    }

    // Whether it can be compared.
    private async Task<bool> AddRunAsync(int block, Intervention? change, CancellationToken cancellation)
    {
        try
        {
            return await RunAsync(change, watch: false, Patience, cancellation) is { } outcome
                ? _runs.Add(block, change, outcome) : _runs.AddGivenUp(block, change, Patience);
        }
        catch (RunEnvironmentException e)
        {
            _notSeen.Add($"A run of round {block} with {change} was not made: {e.Message}.");
            return false;
        }
    }

    // Null where it did not end in time.
    private async Task<ProgramOutcome?> RunAsync(Intervention? change, bool watch, TimeSpan within, CancellationToken cancellation)
    {
        using var patience = new CancellationTokenSource(within, time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellation, patience.Token);
        try
        {
            return await Runner.RunAsync(change, watch, both.Token);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return null;
        }
    }
}
