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
        yield return cells.Large;
        yield return cells.Large.With("tls", "off");
        if (profile == Profile.Quick)
        {
            yield break;
        }

        yield return cells.Free.With("tls", "off");
        yield return cells.Free.With("warm_up", "0");
        yield return cells.Greeter;
        yield return cells.Greeter.With("build", "Debug");
        yield return cells.Free.With("message", "bing");
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
        if (profile == Profile.Full)
        {
            yield return new("warm-up", cells.Free.With("warm_up", "0"), "warm_up", "2", MediatorMetrics.TimePerMessage);
        }
    }

    /// <summary>Every kind of payload by every way to compress it.</summary>
    public static IEnumerable<FactorLevels> Table(FactorLevels levels) =>
        from compression in Compressions from payload in Payloads select levels.With("compression", compression).With("payload", payload);

    /// <summary>The combinations that others are made from.</summary>
    internal sealed class Cells(Profile profile)
    {
        /// <summary>40 messages a second.</summary>
        public FactorLevels Published { get; } = FactorLevels.BaselineOf(MediatorFactors.Of(profile));

        /// <summary>The same without what held it back.</summary>
        public FactorLevels Free => Published.With("certificate", "once").With("lock", "none");

        /// <summary>With longer, where it must be quick, than others have: some ten messages, and not the first.</summary>
        public FactorLevels Large => profile == Profile.Full ? Free.With("size", "10M") : Free.With("size", "10M").With("warm_up", "0.5").With("seconds", "0.5");

        /// <summary>As the tutorial has it: one thread, no TLS, no mediator.</summary>
        public FactorLevels Greeter => Free.With("message", "greeter").With("callers", "1").With("tls", "off");
    }
}
