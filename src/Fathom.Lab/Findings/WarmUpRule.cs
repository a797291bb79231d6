using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>warm-up</c>: the first seconds of a process are slower, since its code is compiled and its windows grow: what is measured from the start on measures that. Proven by the
/// same after seconds that are not counted.
/// </summary>
public sealed class WarmUpRule : IFindingRule
{
    private const string Fix = """
        # count after a while, and order what is compared at random: otherwise the first is the slowest, whatever it is
        fathom run mediator --profile full
        """;

    /// <inheritdoc/>
    public string Id => "warm-up";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        if (!pair.Difference.Supported || pair.Baseline.Factors.GetValueOrDefault("warm_up") != "0"
            || pair.InBaseline(pair.Metric.Id) is not { } cold || pair.InCounterfactual(pair.Metric.Id) is not { } warm)
        {
            return null;
        }

        var claim = $"The first seconds are slower: {Say.Number(1e6 / cold)} messages a second from the start on, and {Say.Number(1e6 / warm)} after {pair.Changed.To} s that are not counted.";
        return pair.Finding(Id, claim, Fix);
    }
}
