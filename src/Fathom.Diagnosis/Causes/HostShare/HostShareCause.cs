using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Causes.HostShare;

/// <summary>
/// <c>host-share</c>: the host's share of a call's processor time. Proven by another host under the same client, which can save no more
/// than that share.
/// </summary>
public sealed class HostShareCause() : Cause(Name, provenBy: [CallQuantities.ServerStack])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "host-share";

    /// <summary>What the share consists of: all that the server's process does for a call.</summary>
    public const string Contains =
        "the kernel's work for its socket, HTTP/2, gRPC, the serializer and the handler, which mirrors a short message";

    private const double Confidence = 0.95;

    private const string Fix = """
        // a host without a web server, where its share of the cost matters
        var options = new NativeHostOptions { Port = 5000, Handlers = HandlerScheduling.EventLoop };
        await using var host = NativeHost.Start([service], options);
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [CallQuantities.ClientCpu, CallQuantities.ServerCpu];

    /// <summary>The host's share of a call's processor time in percent: the median of the replicates and its interval, or their range.
    /// </summary>
    /// <exception cref="KeyNotFoundException">The processor time of one side was not observed.</exception>
    public static Estimate PercentIn(Evidence evidence)
    {
        var (server, client) = (evidence.Get(CallQuantities.ServerCpu), evidence.Get(CallQuantities.ClientCpu));
        var clients = client.Samples.ToDictionary(s => s.Block, s => s.Value);
        double[] each = [.. server.Samples.Where(s => clients.ContainsKey(s.Block)).Select(s => PercentOf(s.Value, clients[s.Block]))];
        return MedianInterval.Of(each.Length > 0 ? each : [PercentOf(server.Value, client.Value)], Confidence);
    }

    /// <summary>A share in words: <c>4.76 % (95 % interval 4.5 to 5)</c>.</summary>
    /// <param name="percent">As from <see cref="PercentIn"/>.</param>
    public static string TextOf(Estimate percent) => $"{FigureText.Number(percent.Value)} % ({IntervalText.Of(percent)} "
        + $"{FigureText.Number(percent.Low)} to {FigureText.Number(percent.High)})";

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var (baseline, counterfactual) = (comparison.Baseline, comparison.Counterfactual);
        if (counterfactual.Find(CallQuantities.ServerCpu) is not { Value: var other })
        {
            return null;
        }

        var server = baseline.Value(CallQuantities.ServerCpu);
        var client = baseline.Value(CallQuantities.ClientCpu);
        var claim = $"The host takes {FigureText.DurationOfMicroseconds(server)} of a call's "
            + $"{FigureText.DurationOfMicroseconds(server + client)} of processor time, {TextOf(PercentIn(baseline))}, with "
            + $"{comparison.Change.FromWords}, and {FigureText.DurationOfMicroseconds(other)} with {comparison.Change.ToWords} and nothing "
            + $"else changed; that is {Contains}"
            + (baseline.Find(CallQuantities.WallTime) is { Value: var wall }
                && counterfactual.Find(CallQuantities.WallTime) is { Value: var otherWall }
                ? $". All calls take {FigureText.Duration(wall)} and {FigureText.Duration(otherWall)}."
                : ".");
        return new Conclusion(claim, Fix);
    }

    private static double PercentOf(double server, double client) => 100 * server / (server + client);
}
