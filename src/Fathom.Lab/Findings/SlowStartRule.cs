using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>slow-start</c>: a connection begins with ten packets in flight and doubles with every round trip, so that the first large message
/// pays for several. Proven by the same over a connection that carried as much before; seen in round trips that grow from the first on.
/// </summary>
public sealed class SlowStartRule : IFindingRule
{
    private const string Formula = "ceil(log2(S / (10 MSS) + 1)) x RTT: ten packets, doubling (RFC 6928, RFC 5681); the first come a "
        + "round trip after the request";
    private const int FirstFlight = 10;
    private const int LeastGrowing = 3;

    private const string Fix = """
        # keep what a connection has learned while it idles, on the sender
        sysctl net.ipv4.tcp_slow_start_after_idle=0

        // and keep the connection: one channel per target for the life of the process
        """;

    /// <inheritdoc/>
    public string Id => "slow-start";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var trial = pair.Baseline;
        if (!pair.Difference.Supported
            || trial.RoundTripSeconds() is not { } roundTrip || trial.Bytes("size") is not { } size
            || pair.InBaseline("growing_round_trips") is not { } growing || growing < LeastGrowing
            || pair.InBaseline("segment_bytes_max") is not { } segment
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast)
        {
            return null;
        }

        var rounds = Math.Ceiling(Math.Log2((size / (FirstFlight * segment)) + 1));
        var claim = $"The connection has yet to learn the path: its round trips grow {Say.Whole(growing)} times in a row from ten "
            + $"packets on; {Say.Duration(slow)}, and {Say.Duration(fast)} over a "
            + "connection that carried as much before and nothing else changed.";
        return pair.Finding(Id, claim, Fix) with
        {
            Model = new ModelCheck(Formula, Math.Round(rounds * roundTrip * 1000, 1), slow, pair.Metric.Unit),
        };
    }
}
