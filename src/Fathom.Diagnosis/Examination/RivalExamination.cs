using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Mechanisms;

namespace Fathom.Diagnosis.Examination;

/// <summary>
/// Tells the mechanisms apart that can make calls at once slow: runs the experiment that separates most rivals per second, and strikes
/// those whose prediction its readings reject, until one is left or nothing separates the rest. One examination each.
/// </summary>
/// <param name="service">The service.</param>
/// <param name="seen">What is known of it.</param>
public sealed class RivalExamination(IServiceUnderTest service, BurstFacts seen)
{
    /// <summary>The probability that the mechanism that is at work is rejected: shared by all contrasts that it predicts.</summary>
    public const double FalseRejections = 0.04;

    // Rounds in which nothing waits do not count: those that are left may be too few once more.
    private const int MaxRuns = 3;

    /// <summary>All mechanisms that are told apart.</summary>
    public static IReadOnlyList<Mechanism> Mechanisms => RivalCatalog.Mechanisms;

    private readonly List<Rival> _rivals = [.. RivalCatalog.Mechanisms.Select(m => new Rival(m, seen))];
    private readonly List<Experiment> _left = [.. RivalCatalog.Experiments.Where(e => e.CanRun(seen))];
    private readonly Dictionary<Experiment, int> _runs = [];

    /// <summary>The rivals, with what was predicted and read of each.</summary>
    public IReadOnlyList<Rival> Rivals => _rivals;

    /// <summary>Those that nothing rejected.</summary>
    public IEnumerable<Rival> Possible => _rivals.Where(r => r.IsPossible);

    /// <summary>Whether one cause is left, its own sign was seen, and nothing that it predicts was missed.</summary>
    public bool IsFound => Possible.Select(r => r.Mechanism.Cause).Distinct().Count() == 1
        && Possible.Any(r => r is { Sign: not null, Unmet: null } && r.Mechanism.WhyNotProven(seen) is null);

    /// <summary>How much more time there is while none is found, ms, from 0.</summary>
    public double BeyondMs { get; init; }

    /// <summary>What was done, in order.</summary>
    public List<Experiment> Done { get; } = [];

    /// <summary>All readings.</summary>
    public List<Reading> Readings { get; } = [];

    /// <summary>Rounds of each experiment: the fewest that can reject at the level of the rival that predicts most contrasts.</summary>
    public int Rounds => Statistics.SignTest.FewestFor(_rivals.Where(r => r.Impossible is null).Min(r => r.Level));

    /// <summary>Takes what was read before, or further rounds of it.</summary>
    public void Add(Reading reading)
    {
        ArgumentNullException.ThrowIfNull(reading);
        var index = Readings.FindIndex(r => r.Of == reading.Of);
        if (index < 0)
        {
            Readings.Add(reading);
        }
        else
        {
            Readings[index] = reading = Readings[index].With(reading);
        }

        _rivals.ForEach(r => r.Read(reading));
    }

    /// <summary>Runs experiments until one rival is left, nothing separates the rest, or the time is used up.</summary>
    /// <param name="budgetMs">Says how much time is left, ms.</param>
    /// <param name="progress">Called with what each experiment does, a sentence.</param>
    /// <param name="cancellation">Ends it.</param>
    public async Task RunAsync(Func<double> budgetMs, Action<string> progress, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(budgetMs);
        ArgumentNullException.ThrowIfNull(progress);
        while ((Next(budgetMs()) ?? (IsFound ? null : Next(budgetMs() + BeyondMs))) is { } next)
        {
            var isFirst = _left.Remove(next);
            if (isFirst)
            {
                Done.Add(next);
            }

            _runs[next] = _runs.GetValueOrDefault(next) + 1;
            progress(next.Describe(seen) + (isFirst ? "" : " Again, since the first rounds did not decide."));
            (await next.RunAsync(service, seen, Rounds, cancellation)).ToList().ForEach(Add);
        }

        await AskAgainAsync(budgetMs, progress, cancellation);
    }

    // The mechanism at work is rejected once in 25 examinations. Where none is left that shows itself, what alone rejected a rival is
    // measured again.
    private async Task AskAgainAsync(Func<double> budgetMs, Action<string> progress, CancellationToken cancellation)
    {
        var asked = new HashSet<Experiment>();
        while (Possible.All(r => r.Mechanism.NeedsSign) && Doubtful(asked, budgetMs()) is { } again)
        {
            asked.Add(again);
            progress($"{again.Describe(seen)} A second time, since each rival was rejected, some by this alone.");
            foreach (var reading in await again.RunAsync(service, seen, Rounds, cancellation))
            {
                _rivals.ForEach(r => r.ReadAgain(reading));
            }
        }
    }

    private Experiment? Doubtful(HashSet<Experiment> asked, double budgetMs) => Done.Except(asked)
        .Where(e => e.CostMs(seen, Rounds) <= budgetMs)
        .Select(e => (Experiment: e, Rivals: _rivals.Count(r => r.OnlyRejection is { } only && e.Measures.Contains(only))))
        .Where(e => e.Rivals > 0).OrderByDescending(e => e.Rivals / e.Experiment.CostMs(seen, Rounds)).FirstOrDefault().Experiment;

    /// <summary>Whether an experiment is left that would separate rivals and takes no longer than this, ms.</summary>
    public bool Wants(double budgetMs) => Next(budgetMs) is not null;

    /// <summary>The experiment that separates most pairs of rivals per second; null where none separates any, or none fits.</summary>
    private Experiment? Next(double budgetMs) => _left.Select(e => (Experiment: e, Worth: WorthOf(e, isFirst: true)))
        .Concat(Again.Select(e => (Experiment: e, Worth: WorthOf(e, isFirst: false))))
        .Select(e => (e.Experiment, e.Worth, Cost: e.Experiment.CostMs(seen, Rounds)))
        .Where(e => e.Worth > 0 && e.Cost <= budgetMs).OrderByDescending(e => e.Worth / Math.Max(1, e.Cost)).FirstOrDefault().Experiment;

    private IEnumerable<Experiment> Again => Done.Where(e => _runs[e] < MaxRuns);

    // What the last one predicts is tried, too, and its own sign is looked for. Each contrast by which a pair may be separated does so with
    // even odds.
    private double WorthOf(Experiment experiment, bool isFirst)
    {
        var (contrasts, possible) = (experiment.MeasuresOf(seen, Rounds).ToList(), Possible.ToList());
        if (possible is [var last])
        {
            return contrasts.Any(c => isFirst ? last.IsTestedBy(c) || last.MaySign(c)
                : last.IsOpen(c) || (last.Sign is null && last.MayStillSign(c))) ? 1 : 0;
        }

        // Where no other is left, what needs its sign is looked for.
        var pairs = possible.Count == 0 && isFirst && _rivals.Any(r => r.IsLeft && contrasts.Any(r.MaySign)) ? 1.0 : 0;
        for (var i = 0; i < possible.Count; i++)
        {
            for (var j = i + 1; j < possible.Count; j++)
            {
                var (one, other) = (possible[i], possible[j]);
                pairs += 1 - Math.Pow(0.5, contrasts.Count(c => isFirst ? one.Separates(other, c) : one.IsOpen(c) || other.IsOpen(c)));
            }
        }

        return pairs;
    }
}
