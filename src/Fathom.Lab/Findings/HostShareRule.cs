using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>host-share</c>: which part of a call's processor time is the host's. Proven by another host under the same client: what that saves is
/// the host's own, and it cannot save more than the share.
/// </summary>
public sealed class HostShareRule : IFindingRule
{
    /// <summary>The metric it compares: processor time of the server per call.</summary>
    public const string ServerCpu = "server_cpu_us_per_call";

    private const string ClientCpu = "client_cpu_us_per_call";

    private const string Fix = """
        // a host without a web server, where its share of the cost matters
        await using var host = NativeHost.Start([service], new NativeHostOptions { Port = 5000 });
        """;

    /// <inheritdoc/>
    public string Id => "host-share";

    /// <summary>The host's share of a call's processor time in a trial, 0 to 1.</summary>
    public static double ShareIn(TrialResult trial)
    {
        var server = trial.Metrics[ServerCpu].Value;
        return server / (server + trial.Metrics[ClientCpu].Value);
    }

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        if (!pair.Difference.Supported
            || pair.InBaseline(ServerCpu) is not { } server || pair.InCounterfactual(ServerCpu) is not { } other
            || pair.InBaseline(ClientCpu) is not { } client)
        {
            return null;
        }

        var claim = $"The host takes {Say.Number(server)} us of a call's {Say.Number(server + client)} us of processor time "
            + $"({Say.Number(100 * ShareIn(pair.Baseline))} %) with {pair.Changed.From}, and {Say.Number(other)} us with "
            + $"{pair.Changed.To} and nothing else changed"
            + (pair.InBaseline("wall_ms") is { } wall && pair.InCounterfactual("wall_ms") is { } otherWall
                ? $"; all calls take {Say.Duration(wall)} and {Say.Duration(otherWall)}."
                : ".");
        return pair.Finding(Id, claim, Fix);
    }
}
