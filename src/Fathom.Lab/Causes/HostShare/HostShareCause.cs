using Fathom.Lab.Observations;

namespace Fathom.Lab.Causes.HostShare;

/// <summary>
/// <c>host-share</c>: the host's share of a call's processor time. Proven by another host under the same client, which can save no more
/// than that share.
/// </summary>
public sealed class HostShareCause : Cause
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "host-share";

    private const string Fix = """
        // a host without a web server, where its share of the cost matters
        var options = new NativeHostOptions { Port = 5000, Handlers = HandlerScheduling.EventLoop };
        await using var host = NativeHost.Start([service], options);
        """;

    /// <inheritdoc/>
    public override string Id => Name;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Needs => [CallQuantities.ClientCpu, CallQuantities.ServerCpu];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> ProvenBy => [CallQuantities.ServerStack];

    /// <summary>The host's share of a call's processor time, 0 to 1.</summary>
    /// <exception cref="KeyNotFoundException">The processor time of one side was not observed.</exception>
    public static double ShareIn(Evidence evidence)
    {
        var server = evidence.Value(CallQuantities.ServerCpu);
        return server / (server + evidence.Value(CallQuantities.ClientCpu));
    }

    /// <inheritdoc/>
    protected override Diagnosis? Prove(Comparison comparison)
    {
        var (baseline, counterfactual) = (comparison.Baseline, comparison.Counterfactual);
        if (counterfactual.Find(CallQuantities.ServerCpu) is not { Value: var other })
        {
            return null;
        }

        var server = baseline.Value(CallQuantities.ServerCpu);
        var client = baseline.Value(CallQuantities.ClientCpu);
        var claim = $"The host takes {FigureText.Number(server)} us of a call's {FigureText.Number(server + client)} us of processor time "
            + $"({FigureText.Number(100 * ShareIn(baseline))} %) with {comparison.Change.From}, and {FigureText.Number(other)} us with "
            + $"{comparison.Change.To} and nothing else changed"
            + (baseline.Find(CallQuantities.WallTime) is { Value: var wall }
                && counterfactual.Find(CallQuantities.WallTime) is { Value: var otherWall }
                ? $"; all calls take {FigureText.Duration(wall)} and {FigureText.Duration(otherWall)}."
                : ".");
        return new Diagnosis(claim, Fix);
    }
}
