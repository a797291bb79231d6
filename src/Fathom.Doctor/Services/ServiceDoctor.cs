using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Probes.Outside.Hangs;
using Fathom.Records.Comparing;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Fathom.Statistics;

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
    // Beyond the default budget.
    private static readonly double MostBeyondMs = DoctorOptions.DefaultServiceBudget.TotalMilliseconds;

    private readonly List<ServiceComparison> _comparisons = [];
    private readonly List<DoctorRun> _runs = [];
    private readonly List<string> _notSeen = [];
    private readonly HashSet<string> _skipped = [];
    private readonly long _began = time.GetTimestamp();
    private Screen? _screen;
    private ConcurrencyExamination? _concurrency;

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

        _screen ??= new Screen(EvidenceOf(session), isService: true);
        var verdict = new ServiceVerdict(_screen, _comparisons, _concurrency, session.Failures.Text,
            [.. _notSeen, .. session.NotSeen], options.Seed);
        return verdict.Record() with
        {
            Target = new DoctorTarget("service", spec.Target.Name),
            Started = started,
            ElapsedSeconds = Math.Round(time.GetElapsedTime(_began).TotalSeconds, 3),
            Partial = isPartial,
            Seed = options.Seed,
            Runs = _runs,
        };
    }

    private static Evidence EvidenceOf(ProbeSession session) =>
        new("service", new Dictionary<string, string>(), session.Observations);

    private static string Sentence(ProbeException e) => e is UnansweredException { IsUnreached: true } ? e.Message
        : e.IsUnreached
        ? $"{e.Message.TrimEnd('.')}. Check address and port, and that the server runs; 'fathom call' shows one call alone"
        : $"answers, but {e.Message}";

    private async Task ExamineAsync(ProbeSession session, IExaminedService service, CancellationToken cancellation)
    {
        try
        {
            await ProbeAsync(session, cancellation);
            await AskConcurrencyAsync(session, service, cancellation);
            _screen = new Screen(EvidenceOf(session), isService: true);
            Plan(_screen, provenBy => ServiceChanges.Changing(_screen.Seen, provenBy));
            await CompareAsync(service, cancellation);
        }
        catch (UnansweredException e) when (!cancellation.IsCancellationRequested)
        {
            await AskWhyAsync(session, service, e, cancellation);
        }
    }

    // Which change proves another cause is tried after it, in the time that it leaves.
    private async Task AskConcurrencyAsync(ProbeSession session, IExaminedService service, CancellationToken cancellation)
    {
        var seen = EvidenceOf(session);
        if (!seen.Has(ServiceQuantities.CallTime) || Left <= TimeSpan.Zero)
        {
            return;
        }

        if (ConcurrencyQuestion.WhyNot(session, seen) is { } why)
        {
            _notSeen.Add(why);
            return;
        }

        progress.Asks($"Makes up to {session.Concurrency} calls at once, with PING and no-op calls beside them: do calls wait for each "
            + "other, and for what?");
        var processors = await service.FindServerAsync(cancellation);
        _concurrency = new ConcurrencyExamination(service, ConcurrencyQuestion.FactsOf(session, seen, processors));
        try
        {
            await _concurrency.ExamineAsync(() => Left.TotalMilliseconds, progress.Asks, cancellation);
        }
        finally
        {
            ConcurrencyQuestion.Observe(session, _concurrency);
        }
    }

    // What was planned and compared before needs calls that end.
    private async Task AskWhyAsync(
        ProbeSession session, IExaminedService service, UnansweredException hung, CancellationToken cancellation)
    {
        _concurrency = null;
        _comparisons.Clear();
        _runs.Clear();
        progress.Asks($"The server {Sentence(hung)}. Does its connection carry anything, does the same end over a new one, and is its "
            + "request read?");
        await HangProbe.ObserveAsync(session, hung, cancellation);
        var screen = new Screen(EvidenceOf(session), isService: true, DoctorCauses.OfHangs);
        if (screen.Suspects.Count == 0)
        {
            throw new ProbeException(HangText.Why(hung, screen.Seen), hung.IsUnreached, hung);
        }

        _screen = screen;
        _notSeen.Add("Other causes need calls that end: examine the service again once they do.");
        Plan(screen, provenBy => HangChanges.Of(screen.Seen, hung.Trial).FirstOrDefault(c => provenBy.Contains(c.Sets.Of)));
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

            if (probe.Skips(session) is { } why)
            {
                _notSeen.Add(why);
                continue;
            }

            if (probe.NotNeeded(session) is { } reason)
            {
                if (_skipped.Add(reason))
                {
                    progress.Asks($"Leaves further questions out: {reason}.");
                }

                continue;
            }

            progress.Asks(probe.Asks(session));
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
        catch (ConnectionRetiredException e) when (session.Has(ServiceQuantities.ReplyBytes))
        {
            // What other probes read is there.
            _notSeen.Add($"Not asked to the end: {probe.Asks(session)} The server {e.Message}.");
        }
    }

    private void Plan(Screen screen, Func<IReadOnlyList<Quantity>, ServiceChange?> changing)
    {
        foreach (var suspect in screen.Suspects)
        {
            if (changing(suspect.Cause.ProvenBy) is { } change)
            {
                _comparisons.Add(new ServiceComparison(suspect, change)
                {
                    WhyNot = change.IsConfoundedByPlacement && screen.Seen.Is(BehaviourQuantities.ConnectionsDiffer)
                        ? "calls are slower on some connections than on others, whatever is changed" : null,
                });
            }
        }
    }

    private async Task CompareAsync(IExaminedService service, CancellationToken cancellation)
    {
        var pairs = PairsThatFit(out var compared);
        foreach (var left in _comparisons.Except(compared))
        {
            left.WhyNot ??= $"the budget is used up: {DifferenceTest.FewestPairsFor(1)} pairs, the fewest that can prove it, take about "
                + $"{FigureText.Number(Math.Ceiling(DifferenceTest.FewestPairsFor(1) * left.Change.PairMs / 1000))} s";
        }

        if (compared.Count == 0)
        {
            return;
        }

        progress.Asks($"Tries {string.Join(" and ", compared.Select(c => $"{c.Change} for {c.Suspect.Cause.Id}"))} in {pairs} rounds of "
            + "calls, with and without, in random order: does that change alone make the difference?");
        compared.ForEach(c => c.IsCompared = true);
        var random = SeededRandom.For(options.Seed, "order of trials");
        for (var block = 1; block <= pairs; block++)
        {
            List<(ServiceComparison Comparison, bool IsChanged)> order = [.. compared.SelectMany(c => new[] { (c, false), (c, true) })];
            random.Shuffle(order);
            foreach (var (comparison, isChanged) in order)
            {
                await RunAsync(service, block, comparison, isChanged, cancellation);
            }
        }
    }

    // The causes that may cost most come first; those for which the fewest pairs do not fit are left out.
    private int PairsThatFit(out List<ServiceComparison> compared)
    {
        var possible = _comparisons.Where(c => c.WhyNot is null).ToList();
        for (var count = possible.Count; count > 0; count--)
        {
            compared = possible[..count];
            var round = compared.Sum(RoundMs);
            var fit = (int)Math.Min(options.Pairs, Left.TotalMilliseconds / Math.Max(1, round));
            if (fit >= DifferenceTest.FewestPairsFor(count))
            {
                return fit;
            }
        }

        // Over a long path the questions alone use the default up: it grows to what the fewest pairs of the first change need.
        compared = options.Budget is null && possible is [var first, ..]
            && DifferenceTest.FewestPairsFor(1) * RoundMs(first) <= MostBeyondMs ? possible[..1] : [];
        return compared.Count == 0 ? 0 : DifferenceTest.FewestPairsFor(1);
    }

    private double RoundMs(ServiceComparison comparison) => comparison.Change.PairMs
        + (1000 * (comparison.Change.Unchanged.Calls + comparison.Change.Changed.Calls) / spec.MaxRate);

    private async Task RunAsync(
        IExaminedService service, int block, ServiceComparison comparison, bool isChanged, CancellationToken cancellation)
    {
        var change = comparison.Change;
        var value = change.Value(await service.RunAsync(isChanged ? change.Changed : change.Unchanged, cancellation));
        comparison.Add(block, isChanged, value);
        _runs.Add(new DoctorRun(block, isChanged ? $"{change}" : $"{change.Variable}={change.From}", Math.Round(value, 3), null));
    }
}
