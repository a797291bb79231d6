using System.Net;

namespace Fathom.Link.Plans;

/// <summary>Validates what a program is to reach through a link.</summary>
internal static class ReachReader
{
    /// <summary>The targets, each name with its address in the link.</summary>
    public static IReadOnlyList<ReachTarget> Read(LinkFaults faults, LinkSpec spec)
    {
        var accepted = new List<Destination>();
        foreach (var destination in spec.Reach)
        {
            if (ReachTarget.Refusal(destination) is { } refusal)
            {
                faults.Add("--reach", $"{destination}", refusal);
            }
            else
            {
                accepted.Add(destination);
            }
        }

        var names = accepted.Select(d => d.Host.ToUpperInvariant()).Distinct().Count();
        if (names > ReachTarget.MaxNames)
        {
            faults.Add("--reach", $"{names} names", $"at most {ReachTarget.MaxNames} names");
            return [];
        }

        return ReachTarget.Assign(accepted);
    }

    /// <summary>Refuses what does not go together.</summary>
    public static void RefuseContradictions(LinkFaults faults, LinkPlan plan)
    {
        if (plan.Reach.Count > 0 && plan.Mode == LinkMode.Relay)
        {
            faults.Add("--reach", $"{plan.Spec.Reach[0]}", "--reach without --mode relay, which has no end where a program could run");
        }

        if (plan.Reach.Count > 0 && plan.Listen is not null)
        {
            faults.Add("--reach", $"{plan.Spec.Reach[0]}", "--reach without --listen, with which COMMAND runs at the far end");
        }

        if (plan is { KeepNetwork: true, Reach.Count: 0 })
        {
            faults.Add("--keep-network", "", "--keep-network with --reach HOST:PORT: without it nothing would be behind the link");
        }

        if (plan.KeepNetwork)
        {
            foreach (var target in plan.Reach.Where(t => !t.IsNamed))
            {
                faults.Add("--keep-network", target.To.ToString(), "names with --keep-network: a program in its ordinary network "
                    + "connects to " + (IPAddress.IsLoopback(target.Inside) ? "this machine itself" : "an address itself")
                    + "; leave out --keep-network, or give the target a name");
            }
        }
    }
}
