namespace Fathom.Lab.Studies.Mediator;

/// <summary>Which combinations the study <c>mediator</c> runs, and which of them it compares.</summary>
internal static class MediatorDesign
{
    private static readonly string[] Payloads = ["zero", "text", "rand"];
    private static readonly string[] Compressions = ["raw", "gzip", "lz4"];

    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var cells = new Cells(profile);
        yield return cells.Published;
        yield return cells.Published.With("certificate", "once");
        yield return cells.Published.With("lock", "none");
        yield return cells.Published.With("callers", "1");
        yield return cells.Free;
        yield return cells.Free.With("channel", "per-call");
        yield return cells.Brief;
        yield return cells.Brief.With("warm_up", MediatorFactors.Cold);
        yield return cells.Free.With("message", "bing");
        yield return cells.Greeter;
        yield return cells.Large;
        yield return cells.Large.With("tls", "off");
        if (profile == Profile.Quick)
        {
            yield break;
        }

        yield return cells.Free.With("tls", "off");
        yield return cells.Free.With("message", "unary");
        yield return cells.Greeter.With("build", "Debug");
        foreach (var size in new[] { "1k", "1M", "10M" })
        {
            foreach (var levels in Table(cells.Free.With("size", size)))
            {
                yield return levels;
            }
        }

        foreach (var levels in Table(cells.Large.With("link", MediatorFactors.Throttled)))
        {
            yield return levels;
        }
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var cells = new Cells(profile);
        yield return new("certificate-per-call", cells.Published, "certificate", "once", MediatorMetrics.TimePerMessage);
        yield return new("serialised-handler", cells.Published, "lock", "none", MediatorMetrics.TimePerMessage);
        yield return new("channel-per-call", cells.Free.With("channel", "per-call"), "channel", "pooled", MediatorMetrics.TimePerMessage);
        yield return new("copy-bound", cells.Large, "tls", "off", MediatorMetrics.TimePerMessage);
        yield return new("warm-up", cells.Brief.With("warm_up", MediatorFactors.Cold), "warm_up", cells.Brief["warm_up"],
            MediatorMetrics.TimePerMessage);
    }

    /// <summary>
    /// How often a combination runs: three times where no claim rests on it, or one with a ratio far above three, from where on three
    /// replicates suffice. Else the exact test tells it from chance: five against five give a p of 1/252 at the least, which it needs where
    /// five comparisons share 5 %.
    /// </summary>
    public static int Replicates(Profile profile, FactorLevels levels) => Comparisons(profile)
        .Where(c => c.Baseline.Equals(levels) || c.Counterfactual.Equals(levels))
        .Select(c => c.Finding is "serialised-handler" or "copy-bound" ? 5 : 3)
        .DefaultIfEmpty(3)
        .Max();

    /// <summary>Every kind of payload by every way to compress it.</summary>
    public static IEnumerable<FactorLevels> Table(FactorLevels levels) =>
        from compression in Compressions from payload in Payloads select levels.With("compression", compression).With("payload", payload);

    /// <summary>The combinations that others are made from.</summary>
    internal sealed class Cells(Profile profile)
    {
        /// <summary>40 messages a second.</summary>
        public FactorLevels Published { get; } = FactorLevels.BaselineOf(MediatorFactors.Of(profile));

        /// <summary>The same without what held it back.</summary>
        public FactorLevels Free => Quickly("seconds", MediatorFactors.Brief, Published.With("certificate", "once").With("lock", "none"));

        /// <summary>
        /// The same over so short a time that a start is most of it. Over the published five seconds a start costs a fifth, which is as
        /// much as such trials vary: of two runs with seven replicates one told it from chance.
        /// </summary>
        public FactorLevels Brief => Free.With("seconds", MediatorFactors.Brief);

        /// <summary>The published size at which bytes are what counts.</summary>
        public FactorLevels Large => Quickly("callers", "1", Free.With("size", "10M"));

        /// <summary>As the tutorial has it: one thread, no TLS, no mediator.</summary>
        public FactorLevels Greeter => Free.With("message", "greeter").With("callers", "1").With("tls", "off")
            .With("seconds", Published["seconds"]);

        private FactorLevels Quickly(string factor, string level, FactorLevels levels) =>
            profile == Profile.Quick ? levels.With(factor, level) : levels;
    }
}
