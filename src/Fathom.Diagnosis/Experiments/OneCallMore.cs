namespace Fathom.Diagnosis.Experiments;

/// <summary>As many calls at once as are served at a time, and one more. These begin at any time of what may come in turns, such as tokens
/// of a limit.</summary>
internal sealed class OneCallMore() : Experiment("one-call-more")
{
    private const int MaxServed = 30;

    // Its multiples are spread evenly over a turn, however many there are.
    private const double GoldenRatio = 0.618;

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.AllServed, Contrast.OneMore];

    /// <inheritdoc/>
    public override bool CanRun(BurstFacts seen) =>
        !seen.EndsOnTicks && seen.Served is >= 2 and <= MaxServed && seen.Served + 1 < seen.Calls;

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) =>
        rounds * ((3 * seen.CallMs) + seen.LongestOf(seen.Served) + seen.LongestOf(seen.Served + 1) + (seen.TurnMs / 2));

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) => $"Makes {seen.Served} calls at once, and {seen.Served + 1}.";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var (one, served, more) = (new double[rounds], new double[rounds], new double[rounds]);
        for (var i = 0; i < rounds; i++)
        {
            one[i] = (await service.RunAsync(All(1), cancellation)).TotalMs;
            served[i] = (await service.RunAsync(All(seen.Served), cancellation)).TotalMs;
            var pause = TimeSpan.FromMilliseconds(i * GoldenRatio % 1 * seen.TurnMs);
            more[i] = (await service.RunAsync(All(seen.Served + 1) with { Pause = pause }, cancellation)).TotalMs;
        }

        return
        [
            new(Contrast.AllServed, [.. served.Zip(one, (s, o) => s / o)]), new(Contrast.OneMore, [.. more.Zip(served, (m, s) => m / s)]),
        ];
    }

    private static ServiceTrial All(int calls) => new() { Calls = calls, AtOnce = calls };
}
