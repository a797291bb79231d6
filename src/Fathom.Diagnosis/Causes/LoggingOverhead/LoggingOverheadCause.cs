using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.LoggingOverhead;

/// <summary>
/// <c>logging-overhead</c>: calls wait for loggers, which format and write more than anyone reads. Proven by a higher level of logging;
/// visible in the samples in which a thread is in a logger.
/// </summary>
public sealed class LoggingOverheadCause() : Cause(Name, provenBy: [WatchQuantities.LogLevel])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "logging-overhead";

    // A higher level has taken effect where the share of time in loggers is at most half as large.
    private const double MinReduction = 2;

    private const string Fix = """
        // appsettings.json: what is not read is not written
        "Logging": { "LogLevel": { "Default": "Warning" } }
        // and where a message stays: generated, so that nothing is formatted below its level
        [LoggerMessage(Level = LogLevel.Debug, Message = "call {Id}")]
        static partial void LogCall(ILogger logger, int id);
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [WatchQuantities.LoggingShare];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => RequiredInStudy;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => [ServiceQuantities.CallTime];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var share = seen.Value(WatchQuantities.LoggingShare);
        var time = $"{FigureText.Number(100 * share)} % of the time a thread was in a logger";
        return share < Screening.MinShare
            ? Screening.RuleOut(time)
            : Screening.Suspected(
                share,
                time + (seen.Find(WatchQuantities.LoggingAt) is { Value: var place } ? $", mostly in {place}" : ""),
                Fix,
                "less logging: Logging__LogLevel__Default=Warning");
    }

    // A process that writes what it logs into a pipe waits where its reader is slower. Where it was not watched, nothing is said.
    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen) =>
        seen.Find(ServerQuantities.PipeShare) is { Value: >= Screening.Most and var share } && ServerQuantities.Clause(seen) is { } clause
            ? Screening.Suspected(share, clause, Fix, "the server with Logging__LogLevel__Default=Warning, or its output to a file")
                with { IsSeenInside = true }
            : null;

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var share = comparison.Baseline.Value(WatchQuantities.LoggingShare);
        if (share < Screening.MinShare
            || comparison.Counterfactual.Find(WatchQuantities.LoggingShare) is not { Value: var less }
            || share < MinReduction * less)
        {
            return null;
        }

        return new Conclusion(
            $"Logging slows the program: {FigureText.Duration(comparison.Before)} with a thread in a logger "
                + $"{FigureText.Number(100 * share)} % of the time, and {FigureText.Duration(comparison.After)} with the level "
                + $"{comparison.Change.To} and nothing else changed.",
            Fix);
    }
}
