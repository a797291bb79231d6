using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ShutdownPerCall;

/// <summary>
/// <c>shutdown-per-call</c>: after every call the caller waits until its channel is shut down. Proven by the same calls over channels that
/// are not waited for. With Grpc.Core the cost is twofold: its channels share one connection to a target for as long as one of them lives,
/// and a shutdown that is waited for ends it.
/// </summary>
public sealed class ShutdownPerCallCause() : Cause(Name, provenBy: [CallQuantities.AwaitsShutdown])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "shutdown-per-call";

    private const string Fix = """
        // one channel for the life of the process, shut down once at its end
        private static readonly Channel Channel = new(target, ChannelCredentials.Insecure);

        await Channel.ShutdownAsync();   // when the application stops
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [CallQuantities.Calls, CallQuantities.AwaitsShutdown, CallQuantities.ChannelPerCall];

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        if (!seen.Is(CallQuantities.AwaitsShutdown) || !seen.Is(CallQuantities.ChannelPerCall)
            || comparison.Metric != CallQuantities.WallTime)
        {
            return null;
        }

        var calls = seen.Value(CallQuantities.Calls);
        var perCall = (comparison.Before - comparison.After) / calls;
        return new Conclusion(
            $"Waiting for the shutdown of a channel after every call costs {FigureText.Duration(perCall)} a call: "
                + $"{FigureText.Duration(comparison.Before)} for {FigureText.Number(calls)} calls, and "
                + $"{FigureText.Duration(comparison.After)} where the shutdown is not waited for.",
            Fix);
    }
}
