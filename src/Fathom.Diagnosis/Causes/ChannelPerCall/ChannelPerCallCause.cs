using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Causes.ChannelPerCall;

/// <summary>
/// <c>channel-per-call</c>: every call pays for a connection of its own. Proven by the same calls over one channel; visible in the number
/// of connections, which is that of the calls.
/// </summary>
public sealed class ChannelPerCallCause() : Cause(Name, provenBy: [CallQuantities.ChannelPerCall])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "channel-per-call";

    // The counterfactual must open fewer than a tenth of the connections.
    private const double MinReduction = 10;

    // Of each end of the interval of a connection's cost: 95 % between them.
    private const double Level = 0.025;

    // Fewer calls may have a connection each by chance: one for each of a few targets.
    private const double MinCalls = 20;

    // What was opened and what was called are read at one moment, while some calls still wait for their connection.
    private const double MinConnectionsPerCall = 0.5;

    private const string Fix = """
        // one channel per target for the life of the process;
        // channels are thread-safe and carry many calls at once
        private static readonly GrpcChannel Channel = GrpcChannel.ForAddress(address);

        // or, with dependency injection:
        services.AddGrpcClient<Greeter.GreeterClient>(o => o.Address = address);
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [CallQuantities.Calls, CallQuantities.ConnectionsOpened, CallQuantities.Security];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => [CallQuantities.Calls, CallQuantities.ConnectionsOpened];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var (calls, opened) = (seen.Value(CallQuantities.Calls), seen.Value(CallQuantities.ConnectionsOpened));
        var figures = $"{FigureText.Whole(opened)} connections opened for {FigureText.Whole(calls)} calls";
        return calls < MinCalls || opened < calls * MinConnectionsPerCall
            ? Screening.RuleOut(figures)
            : Screening.Suspected(
                seen.Find(WatchQuantities.ConnectShare)?.Value ?? 0,
                figures,
                Fix,
                "one channel for all calls, in the code");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var calls = comparison.Baseline.Value(CallQuantities.Calls);
        var opened = comparison.Baseline.Value(CallQuantities.ConnectionsOpened);
        if (opened < calls
            || comparison.Counterfactual.Find(CallQuantities.ConnectionsOpened) is not { Value: var reused }
            || reused >= calls / MinReduction)
        {
            return null;
        }

        var test = new PermutationTest(
            [.. comparison.Baseline.Get(comparison.Metric).Replicates],
            [.. comparison.Counterfactual.Get(comparison.Metric).Replicates],
            SeededRandom.For(comparison.Seed, $"cost of a connection {comparison.Baseline.Id}"));
        var cost = test.Interval(Level);
        // The compared time is that of all calls together, or of one.
        var isTotal = comparison.Metric == CallQuantities.WallTime;
        double PerConnection(double time) => (isTotal ? time * 1000 : time * calls) / opened;
        string Time(double time) =>
            isTotal ? $"{FigureText.Duration(time)} in all" : $"{FigureText.DurationOfMicroseconds(time)} a message";
        var claim = $"A channel per call opened {FigureText.Number(opened)} connections for {FigureText.Number(calls)} calls where "
            + $"{(reused == 0 ? "a channel that is kept opened none" : $"one channel opened {FigureText.Number(reused)}")}: "
            + $"a {SecurityText(comparison.Baseline)} connection costs {FigureText.DurationOfMicroseconds(PerConnection(test.Difference))}"
            + (cost is null ? "" : $" ({Amount.Range(PerConnection(cost.Low), PerConnection(cost.High), "us", " to ")})")
            + $", {Time(comparison.Before)} instead of {Time(comparison.After)}.";
        return new Conclusion(claim, Fix);
    }

    private static string SecurityText(Evidence evidence) => evidence.Value(CallQuantities.Security) switch
    {
        Security.MutualTls => "mutual TLS",
        Security.Tls => "TLS",
        _ => "plain",
    };
}
