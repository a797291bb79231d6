using Fathom.Mediator.Certificates;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>A network whose certificates have short lives.</summary>
internal static class Renewal
{
    // Two thirds of each are passed within 60 days, and within 80 each node has the new root.
    public static readonly CertificateLifetimes Lives =
        new() { Root = TimeSpan.FromDays(90), Issuing = TimeSpan.FromDays(60), Node = TimeSpan.FromDays(30) };

    /// <summary>How far the clock goes at once, so that no certificate expires before it is renewed.</summary>
    public static readonly TimeSpan Step = TimeSpan.FromDays(2);

    /// <summary>Advances the clock step by step; the node is renewed after each of them.</summary>
    public static async Task AdvanceAsync(this Network network, SecuredNode node, TimeSpan by)
    {
        for (var left = by; left > TimeSpan.Zero; left -= Step)
        {
            network.Time.Advance(left < Step ? left : Step);
            await Eventually.HoldsAsync(() => network.IsFresh(node), "renewed");
        }
    }

    /// <summary>Whether a node's certificates need no renewal yet.</summary>
    public static bool IsFresh(this Network network, SecuredNode node) =>
        node.Certificates.Current.Files.RenewAt > network.Time.GetUtcNow();
}
