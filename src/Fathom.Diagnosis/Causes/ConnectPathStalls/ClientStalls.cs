using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ConnectPathStalls;

/// <summary>New connections of a watched process that wait before their first byte, and the step that takes the time.</summary>
internal static class ClientStalls
{
    // A handshake takes a few ms of processor time, on a busy machine some tens.
    private const double MinMs = 150;

    // With the change, what is left of the step.
    private const double MaxLeft = 0.5;

    // A connection that the kernel has is set up for the program when a thread takes it up: while work waits this part of the step for a
    // thread, so does that. Where 59 callers blocked, TCP on this machine took 11.8 s, and the oldest work item waited for 11.7 s.
    private const double MinPoolWait = 0.5;

    private const string Handshake = "the TLS handshake";
    private const string Tcp = "TCP";

    /// <summary>What must have been seen.</summary>
    public static IReadOnlyList<Quantity> RequiredFromWatch { get; } =
    [
        WatchQuantities.SetupShare, ServiceQuantities.ResolveTime, ServiceQuantities.TcpTime, WatchQuantities.ProxyTime,
        ServiceQuantities.TlsTime, WatchQuantities.Reconnections,
    ];

    /// <summary>Suspects the step that takes most of the wait, or rules the cause out.</summary>
    public static Screening Screen(Evidence seen, string fix)
    {
        var (name, ms) = StepOf(seen);
        // Of connections that come again each costs this: that there are several is another cause.
        var share = seen.Value(WatchQuantities.SetupShare) / (1 + seen.Value(WatchQuantities.Reconnections));
        var figures = $"of the steps of a connection {name} took longest, {FigureText.Duration(ms)}, and connections were set up "
            + $"{FigureText.Number(100 * seen.Value(WatchQuantities.SetupShare))} % of the time";
        if (ms < MinMs || share < Screening.MinShare)
        {
            return Screening.RuleOut(figures);
        }

        // A handshake computes: where threads wait for processors longer than they have them, it waits with them.
        if (name == Handshake && seen.Find(WatchQuantities.RunDelay) is { Value: var delay }
            && seen.Find(WatchQuantities.CpuTime) is { Value: var cpu } && delay > cpu)
        {
            return Screening.RuleOut($"{figures}, while its threads waited for processors");
        }

        if (name == Tcp && !seen.Is(WatchQuantities.WaitsForIPv6)
            && seen.Find(ProcessQuantities.PoolWait) is { Value: var wait } && wait >= MinPoolWait * ms)
        {
            return Screening.RuleOut($"{figures}, while work waited {FigureText.Duration(wait)} for a thread of the pool");
        }

        return Screening.Suspected(share, figures, fix,
            seen.Is(WatchQuantities.WaitsForIPv6) ? "connections by IPv4 alone: DOTNET_SYSTEM_NET_DISABLEIPV6=1"
                : seen.Value(WatchQuantities.ProxyTime) >= ms ? "the same without a proxy"
                : $"the same with {name} changed alone");
    }

    /// <summary>The proof of a supported comparison; null where the step still takes its time.</summary>
    public static Conclusion? Prove(Comparison comparison, string fix)
    {
        var (name, ms) = StepOf(comparison.Baseline);
        if (ms < MinMs || !RequiredFromWatch.All(comparison.Counterfactual.Has) || StepOf(comparison.Counterfactual).Ms > MaxLeft * ms)
        {
            return null;
        }

        return new Conclusion(
            $"Connecting holds the program up: {FigureText.Duration(comparison.Before)}, where {name} takes {FigureText.Duration(ms)}, and "
                + $"{FigureText.Duration(comparison.After)} with {comparison.Change.To} in place of {comparison.Change.From} and nothing "
                + "else changed.", fix);
    }

    private static (string Name, double Ms) StepOf(Evidence seen)
    {
        (string Name, double Ms)[] steps =
        [
            ("resolving the name", seen.Value(ServiceQuantities.ResolveTime)), (Tcp, seen.Value(ServiceQuantities.TcpTime)),
            ($"what is between TCP and TLS{Proxies(seen)}", seen.Value(WatchQuantities.ProxyTime)),
            (Handshake, seen.Value(ServiceQuantities.TlsTime)),
        ];
        return steps.MaxBy(s => s.Ms);
    }

    private static string Proxies(Evidence seen) => seen.Find(WatchQuantities.ProxyVariables) is { Value: { Length: > 0 } names }
        ? $", where the proxy of {names.Replace(" ", ", ", StringComparison.Ordinal)} connects," : "";
}
