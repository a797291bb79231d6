using Fathom.Lab.Results;
using Fathom.Load.Statistics;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>channel-per-call</c>: every call pays for a connection of its own. Proven by the same calls over one channel; seen in the
/// number of connections opened, which is that of the calls.
/// </summary>
/// <param name="calls">Calls of the workload.</param>
public sealed class ChannelPerCallRule(int calls) : IFindingRule
{
    private const string Fix = """
        // one channel per target for the life of the process;
        // channels are thread-safe and carry many calls at once
        private static readonly GrpcChannel Channel = GrpcChannel.ForAddress(address);

        // or, with dependency injection:
        services.AddGrpcClient<Greeter.GreeterClient>(o => o.Address = address);
        """;

    /// <inheritdoc/>
    public string Id => "channel-per-call";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        if (!pair.Difference.Supported
            || pair.InBaseline("connections_opened") is not { } opened || opened < calls
            || pair.InCounterfactual("connections_opened") is not { } reused || reused >= calls / 10.0)
        {
            return null;
        }

        var difference = BlockBootstrap.Difference(
            pair.Baseline.Replicates.SamplesOf(pair.Metric.Id),
            pair.Counterfactual.Replicates.SamplesOf(pair.Metric.Id),
            0.95,
            SeededRandom.For(pair.Seed, $"cost of a connection {pair.Baseline.Id}"));
        string PerConnection(double milliseconds) => Say.Number(milliseconds * 1000 / opened);
        var security = pair.Baseline.Factors.TryGetValue("security", out var level) && level == "tls" ? "TLS" : "plain";
        var claim = $"A channel per call opened {Say.Number(opened)} connections for {calls} calls where one channel opened {Say.Number(reused)}: "
            + $"a {security} connection costs {PerConnection(difference.Value)} us ({PerConnection(difference.Low)} to {PerConnection(difference.High)}), "
            + $"{Say.Duration(pair.InBaseline(pair.Metric.Id)!.Value)} instead of {Say.Duration(pair.InCounterfactual(pair.Metric.Id)!.Value)} in all.";
        return pair.Finding(Id, claim, Fix);
    }
}
