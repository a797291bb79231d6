namespace Fathom.Diagnosis.Experiments;

/// <summary>Chances of counts, as exact tests add them up.</summary>
internal static class Chance
{
    /// <summary>That as many, drawn from all, are all of those that are drawn.</summary>
    /// <param name="count">How many.</param>
    /// <param name="drawn">How many are drawn.</param>
    /// <param name="all">Of how many.</param>
    public static double AllOf(int count, int drawn, int all) =>
        Enumerable.Range(0, count).Aggregate(1.0, (p, i) => p * (drawn - i) / (all - i));

    /// <summary>That of those that are drawn as many are marked.</summary>
    /// <param name="found">How many marked ones.</param>
    /// <param name="drawn">How many are drawn.</param>
    /// <param name="marked">How many of all are marked.</param>
    /// <param name="all">Of how many.</param>
    public static double Hypergeometric(int found, int drawn, int marked, int all) =>
        Math.Exp(LogChoose(marked, found) + LogChoose(all - marked, drawn - found) - LogChoose(all, drawn));

    /// <summary>That as many of all are of a kind, where each is with this chance.</summary>
    /// <param name="found">How many.</param>
    /// <param name="all">Of how many.</param>
    /// <param name="chance">The chance of each, above 0 and below 1.</param>
    public static double Binomial(int found, int all, double chance) =>
        Math.Exp(LogChoose(all, found) + (found * Math.Log(chance)) + ((all - found) * Math.Log(1 - chance)));

    private static double LogChoose(int n, int k) =>
        Enumerable.Range(1, k).Sum(i => Math.Log(n - k + i) - Math.Log(i));
}
