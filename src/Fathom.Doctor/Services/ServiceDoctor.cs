using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Probes.Outside.Hangs;
using Fathom.Records.Doctors;
using Fathom.Records.Words;

namespace Fathom.Doctor.Services;

/// <summary>
/// Examines a service from outside: probes call the one method that was named, then each suspected cause is tried by one change on the
/// caller's side, in rounds, both sides in random order. One examination each.
/// </summary>
/// <param name="spec">The service.</param>
/// <param name="options">Budget, pairs and seed.</param>
/// <param name="progress">Learns what is asked.</param>
/// <param name="time">The clock.</param>
public sealed class ServiceDoctor(ServiceSpec spec, DoctorOptions options, IDoctorProgress progress, TimeProvider time)
{
    // What is watched last has its time where the default is used up.
    private const double WatchedBeyondMs = 10_000;

    private readonly List<TriedTrial> _tried = [];
    private TriedTrial? _together;
    private readonly List<DoctorRun> _runs = [];
    private readonly List<string> _notSeen = [];
    private readonly HashSet<string> _skipped = [];
    private readonly long _began = time.GetTimestamp();
    private CauseScreening? _screening;
    private ConcurrencyExamination? _concurrency;
    private string _hangs = "";

    /// <summary>What asks the service; tests give recorded answers.</summary>
    internal IReadOnlyList<IServiceProbe> Probes { private get; init; } = ServiceProbes.All;

    /// <summary>Makes the calls of trials; tests give recorded ones.</summary>
    internal Func<ProbeSession, IExaminedService>? Open { private get; init; }

    private TimeSpan Left => (options.Budget ?? DoctorOptions.DefaultServiceBudget) - time.GetElapsedTime(_began);

    /// <summary>Examines the service.</summary>
    /// <param name="cancellation">Ends the examination; the record then says what was seen before.</param>
    /// <exception cref="DoctorException">The service cannot be reached, is no gRPC server, or its call fails.</exception>
    public async Task<DoctorRecord> ExamineAsync(CancellationToken cancellation)
    {
        var started = time.GetUtcNow();
        var isPartial = false;
        using var session = new ProbeSession(spec.Target, spec.Concurrency, spec.MaxRate, time) { TimeLeft = () => Left };
        var service = Open?.Invoke(session) ?? new ProbedService(session, spec.ServerProcess);
        try
        {
            await ExamineAsync(session, service, cancellation);
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            isPartial = true;
        }
        catch (ProbeException e)
        {
            throw new DoctorException($"{spec.Target.Name}: the server {Sentence(e)}", e) { IsMissing = e.IsUnreached };
        }

        _screening ??= new CauseScreening(session.Seen, isService: true);
        var verdict = new ServiceVerdict(_screening, _tried, _together, _concurrency, session.Failures.Text,
            [.. _notSeen, .. session.NotSeen], options.Seed) { Transfers = session.Series };
        var record = verdict.Record();
        return record with
        {
            Verdict = _hangs + record.Verdict,
            Target = new DoctorTarget("service", spec.Target.Name),
            Started = started,
            ElapsedSeconds = Math.Round(time.GetElapsedTime(_began).TotalSeconds, 3),
            Partial = isPartial,
            Seed = options.Seed,
            Runs = _runs,
        };
    }

    private string Sentence(ProbeException e) => e is UnansweredException { IsUnreached: true } ? e.Message
        : e.IsUnreached
        ? $"{e.Message.TrimEnd('.')}. Check "
            + $"{(spec.Target.Server.Address.Scheme == "unix" ? "the path" : "address and port")}, and that the server runs; "
            + "'fathom call' shows one call alone"
        : $"answers, but {e.Message}";

    private async Task ExamineAsync(ProbeSession session, IExaminedService service, CancellationToken cancellation)
    {
        try
        {
            await ProbeAsync(session, cancellation);
            await AskConcurrencyAsync(session, service, cancellation);
            _screening = new CauseScreening(session.Seen, isService: true);
            Plan(_screening, provenBy => ServiceChanges.Changing(_screening.Seen, provenBy));
            await CompareAsync(service, cancellation);
            await CombineAsync(service, cancellation);
        }
        catch (UnansweredException e) when (!cancellation.IsCancellationRequested)
        {
            await DiagnoseHangAsync(session, service, e, cancellation);
        }
        catch (SlowConnectionException e) when (session.Has(ServiceQuantities.CallTime))
        {
            _notSeen.Add($"Ended before all was asked: the server {e.Message}.");
        }
    }

    // Which change proves another cause is tried after it, in the time that it leaves.
    private async Task AskConcurrencyAsync(ProbeSession session, IExaminedService service, CancellationToken cancellation)
    {
        var seen = session.Seen;
        if (!seen.Has(ServiceQuantities.CallTime) || Left <= TimeSpan.Zero)
        {
            return;
        }

        var found = await service.FindServerAsync(cancellation);
        if (found.AnswersDirectly)
        {
            session.Observe("direct", BehaviourQuantities.AnswersDirectly, true);
        }

        if (found.ComputesIdle is { } idle)
        {
            session.Observe("watch", ServerQuantities.ComputesIdle, idle);
        }

        if (ConcurrencyQuestion.WhyNot(session, seen) is { } why)
        {
            _notSeen.Add(why);
            return;
        }

        var server = found.Processors is null ? null
            : new ServerQuestion(session, service, () => Left.TotalMilliseconds, progress.Asks)
            {
                BeyondMs = options.Budget is null ? WatchedBeyondMs : 0,
            };
        await (server?.AskOfOneAsync(cancellation) ?? Task.CompletedTask);
        progress.Asks($"Makes up to {session.Concurrency} calls at once, with PING and no-op calls beside them: do calls wait for each "
            + "other, and for what?");
        _concurrency = new ConcurrencyExamination(service, ConcurrencyQuestion.FactsOf(session, seen, found))
        {
            BeyondMs = options.Budget is null ? DoctorOptions.DefaultServiceBudget.TotalMilliseconds : 0,
        };
        try
        {
            await _concurrency.ExamineAsync(() => Left.TotalMilliseconds - WatchMs(), progress.Asks, cancellation);
        }
        finally
        {
            ConcurrencyObservations.Keep(session, _concurrency);
        }

        await (server?.AskOfManyAsync(_concurrency, cancellation) ?? Task.CompletedTask);
        await (server?.AskOfCodeAsync(_concurrency, cancellation) ?? Task.CompletedTask);

        // It has its time whatever the rivals need.
        double WatchMs() => server is null || _concurrency?.Seen is not { } bursts ? 0 : ServerQuestion.TakesMs(bursts);
    }

    // What was compared before is kept; what was only planned needs calls that end.
    private async Task DiagnoseHangAsync(
        ProbeSession session, IExaminedService service, UnansweredException hung, CancellationToken cancellation)
    {
        _concurrency = null;
        _tried.RemoveAll(t => !t.IsCompared);
        progress.Asks($"The server {Sentence(hung)}. Does its connection carry anything, does the same end over a new one, and is its "
            + "request read?");
        await HangProbe.ObserveAsync(session, hung, cancellation);
        var screening = new CauseScreening(session.Seen, isService: true, DoctorCauses.OfHangs);
        if (screening.Suspects.Count == 0)
        {
            var why = HangText.Why(hung, screening.Seen);
            // Where others ended before, and the server answers, this one is what was found.
            var hangsAtTimes = hung.PingMs is not null && session.Has(ServiceQuantities.CallTime);
            if (_tried.Count == 0 && !hangsAtTimes)
            {
                throw new ProbeException(why, hung.IsUnreached, hung);
            }

            _notSeen.Add($"Ended before all rounds were made: the server answers, but {why}.");
            _hangs = hangsAtTimes ? $"Some calls end, and one does not: {why}. " : "";
            return;
        }

        _screening = screening;
        _notSeen.Add("Other causes need calls that end: examine the service again once they do.");
        Plan(screening, provenBy => ServiceChanges.First(HangChanges.Of(screening.Seen, hung.Trial), provenBy));
        await CompareAsync(service, cancellation);
    }

    private async Task ProbeAsync(ProbeSession session, CancellationToken cancellation)
    {
        foreach (var probe in Probes)
        {
            if (Left <= TimeSpan.Zero)
            {
                _notSeen.Add("The budget was used up before all probes had asked: give more time with --budget.");
                break;
            }

            if (probe.WhySkipped(session) is { } reason)
            {
                if (reason.IsGap)
                {
                    _notSeen.Add(reason.Text);
                }
                else if (_skipped.Add(reason.Text))
                {
                    progress.Asks($"Leaves further questions out: {reason.Text}.");
                }

                continue;
            }

            progress.Asks(probe.Describe(session));
            await AskAsync(session, probe, cancellation);
        }
    }

    private async Task AskAsync(ProbeSession session, IServiceProbe probe, CancellationToken cancellation)
    {
        try
        {
            await ProbeSession.AgainAsync(async () =>
            {
                await probe.ObserveAsync(session, cancellation);
                return true;
            });
        }
        catch (ProbeException e) when (e is ConnectionRetiredException or SlowConnectionException
            && session.Has(ServiceQuantities.ReplyBytes))
        {
            // What other probes read is there.
            _notSeen.Add($"Not asked to the end: {probe.Describe(session)} The server {e.Message}.");
        }
    }

    private void Plan(CauseScreening screening, Func<IReadOnlyList<Quantity>, ServiceChange?> changing)
    {
        foreach (var suspect in screening.Suspects)
        {
            if (changing(suspect.Cause.ProvenBy) is { } change)
            {
                _tried.Add(new TriedTrial(suspect, change)
                {
                    WhyNot = change.IsConfoundedByPlacement && screening.Seen.Is(BehaviourQuantities.ConnectionsDiffer)
                        ? "calls are slower on some connections than on others, whatever is changed" : null,
                });
            }
        }
    }

    private async Task CompareAsync(IExaminedService service, CancellationToken cancellation)
    {
        List<TriedTrial> candidates;
        RoundPlan plan;
        do
        {
            candidates = [.. _tried.Where(t => t is { IsCompared: false, WhyNot: null })];
            // Over a long path the questions alone use the default up: it grows to what the fewest pairs of the first change need, and of
            // the next one where that proved nothing.
            plan = RoundPlan.Of(TimeSpan.Zero, [.. candidates.Select(c => TimeSpan.FromMilliseconds(RoundMs(c)))], Left,
                options.Budget is null ? Left + DoctorOptions.DefaultServiceBudget : TimeSpan.Zero, options.Pairs,
                _tried.Count(t => t.IsCompared));
            await TryAsync(plan, candidates[..plan.Changes], service, cancellation);
        }
        while (plan.Changes > 0 && options.Budget is null && Proven().Count == 0
            && !(_concurrency?.Rivals is not null && new RivalVerdict(_concurrency).IsFound));

        foreach (var left in candidates.Skip(plan.Changes))
        {
            var seconds = plan.Fewest * left.Change.PairMs / 1000;
            left.WhyNot = $"the budget is used up: {plan.Fewest} pairs, the fewest that can prove it, take about "
                + $"{FigureText.Number(Math.Ceiling(seconds))} s, for which --budget "
                + $"{FigureText.Number(Math.Ceiling((time.GetElapsedTime(_began).TotalSeconds + seconds) / 10) * 10)}s has room";
        }
    }

    private async Task TryAsync(
        RoundPlan plan, List<TriedTrial> compared, IExaminedService service, CancellationToken cancellation)
    {
        if (compared.Count == 0)
        {
            return;
        }

        var tries = string.Join(" and ", compared.Select(c => $"{c.Change} for {c.Suspicion.Cause.Id}"));
        progress.Asks($"Tries {tries} in {plan.Rounds} rounds "
            + "of calls, with and without, in random order: does that change alone make the difference?");
        compared.ForEach(c => c.IsCompared = true);
        var before = _runs.Count == 0 ? 0 : _runs.Max(r => r.Block);
        await plan.RunAsync([.. compared.SelectMany(c => new[] { (Tried: c, IsChanged: false), (Tried: c, IsChanged: true) })],
            options.Seed, (block, part) => RunAsync(service, before + block, part.Tried, part.IsChanged, cancellation));
    }

    private List<TriedTrial> Proven() => CauseJudge.ProvenOf(new CauseJudge(_screening!.Seen, options.Seed)
        .Judge(_screening.Suspects, _tried, ServiceVerdict.Unchangeable).Causes, _tried);

    // Once, where two causes are proven by changes of one trial: what both save is not the sum of what each does.
    private async Task CombineAsync(IExaminedService service, CancellationToken cancellation)
    {
        if (_tried.Count(t => t.IsCompared) < 2)
        {
            return;
        }

        var proven = Proven();
        if (proven.Count < 2 || ServiceChange.Together([.. proven.Select(t => t.Change)]) is not { } together)
        {
            return;
        }

        var both = new TriedTrial(proven[0].Suspicion, together);
        var plan = RoundPlan.Of(TimeSpan.Zero, [TimeSpan.FromMilliseconds(RoundMs(both))], Left, TimeSpan.Zero, options.Pairs);
        if (plan.Rounds == 0)
        {
            _notSeen.Add($"What {together.To} save together: the budget is used up.");
            return;
        }

        progress.Asks($"Tries {together.To} in {plan.Rounds} rounds of calls: what do they save together?");
        _together = both;
        var before = _runs.Max(r => r.Block);
        await plan.RunAsync([false, true], options.Seed,
            (block, isChanged) => RunAsync(service, before + block, both, isChanged, cancellation));
    }

    private double RoundMs(TriedTrial tried) => tried.Change.PairMs
        + (1000 * (tried.Change.Unchanged.Calls + tried.Change.Changed.Calls) / spec.MaxRate);

    private async Task<bool> RunAsync(
        IExaminedService service, int block, TriedTrial tried, bool isChanged, CancellationToken cancellation)
    {
        var change = tried.Change;
        var result = await service.RunAsync(isChanged ? change.Changed : change.Unchanged, cancellation);
        var value = change.Value(result);
        tried.Add(block, isChanged, value);
        _runs.Add(new DoctorRun(block, isChanged ? $"{change}" : $"{change.Variable}={change.From}", Math.Round(value, 3), null)
        {
            IsGivenUp = result.IsGivenUp,
        });
        return true;
    }
}
