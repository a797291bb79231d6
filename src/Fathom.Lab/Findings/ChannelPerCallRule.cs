using Fathom.Lab.Results;
using Fathom.Statistics;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>channel-per-call</c>: every call pays for a connection of its own. Proven by the same calls over one channel; seen in the
/// number of connections opened, which is that of the calls.
/// </summary>
/// <param name="workload">Calls of the workload; null where a workload lasts for a time, and tells how many it made.</param>
public sealed class ChannelPerCallRule(int? workload) : IFindingRule
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
            || (workload ?? pair.InBaseline("messages")) is not { } calls
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
        // Of all calls together, or of one.
        var isTotal = pair.Metric.Unit == "ms";
        string PerConnection(double time) => Say.Number((isTotal ? time * 1000 : time * calls) / opened);
        string Time(double time) => isTotal ? $"{Say.Duration(time)} in all" : $"{Say.Number(time)} us a message";
        var claim = $"A channel per call opened {Say.Number(opened)} connections for {Say.Number(calls)} calls where "
            + $"{(reused == 0 ? "a channel that is kept opened none" : $"one channel opened {Say.Number(reused)}")}: "
            + $"a {SecurityOf(pair.Baseline)} connection costs {PerConnection(difference.Value)} us ({PerConnection(difference.Low)} to "
            + $"{PerConnection(difference.High)}), "
            + $"{Time(pair.InBaseline(pair.Metric.Id)!.Value)} instead of {Time(pair.InCounterfactual(pair.Metric.Id)!.Value)}.";
        return pair.Finding(Id, claim, Fix);
    }

    private static string SecurityOf(TrialResult trial) =>
        trial.Factors.GetValueOrDefault("tls") == "mutual" ? "mutual TLS" : trial.Factors.GetValueOrDefault("security") == "tls" ? "TLS"
            : "plain";
}
