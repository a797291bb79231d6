using Fathom.TestKit.Worlds;

namespace Fathom.Bench.Worlds;

/// <summary>Examines simulated worlds in which the truth is known, on all processors, in virtual time.</summary>
internal static class WorldsBench
{
    public static async Task<WorldsReport> RunAsync(WorldsOptions options)
    {
        var outcomes = new WorldOutcome[options.Seeds];
        await Parallel.ForAsync(0, options.Seeds, async (i, cancellation) =>
        {
            var seed = options.From + i;
            outcomes[i] = await WorldOutcome.ExamineAsync(seed, options.Kind ?? WorldOutcome.KindOf(seed), cancellation);
        });
        foreach (var outcome in options.IsRead ? outcomes : [])
        {
            Console.WriteLine($"seed {outcome.Seed}: {outcome.World}");
            Console.WriteLine($"  costs {outcome.Cost:0.00}; {outcome.Verdict.Text}{(outcome.Verdict.IsProven ? ", proven" : "")} after "
                + $"{outcome.Verdict.Seconds:0} s");
            outcome.Verdict.Log.ToList().ForEach(line => Console.WriteLine($"  {line}"));
        }

        return new WorldsReport(options, outcomes);
    }
}
