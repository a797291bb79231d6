using Fathom.Statistics;

namespace Fathom.Bench.Mediator;

/// <summary>Measures all figures of the mediator in rounds of random order, so that drift affects all of them alike.</summary>
internal static class MediatorBench
{
    public static MediatorReport Run(MediatorOptions options)
    {
        var report = new MediatorReport(options);
        var random = new SeededRandom(1);
        for (var round = 0; round < options.Rounds; round++)
        {
            List<MediatorFigure> order = [.. MediatorFigures.All];
            random.Shuffle(order);
            foreach (var figure in order)
            {
                report.Add(figure, figure.Measure(options.Seconds));
            }
        }

        return report;
    }
}
