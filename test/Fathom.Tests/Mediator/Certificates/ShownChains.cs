using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>The certificates of each chain that a client shows to a network.</summary>
/// <param name="ours">The network.</param>
/// <param name="theirs">Another network.</param>
internal sealed class ShownChains(Peer ours, Peer theirs)
{
    public X509Certificate2Collection Of(ShownChain shown)
    {
        const CertificatePurpose client = CertificatePurpose.Client;
        return shown switch
        {
            ShownChain.SameRoot => [ours.Node(client), ours.Issuing],
            ShownChain.OtherRoot => [theirs.Node(client), theirs.Issuing],
            ShownChain.OtherRootWithItsRoot => [theirs.Node(client), theirs.Issuing, theirs.Root],
            ShownChain.Expired => [ours.Node(client, TimeSpan.FromDays(-11)), ours.Issuing],
            ShownChain.NotYetValid => [ours.Node(client, TimeSpan.FromDays(1)), ours.Issuing],
            ShownChain.WrongPurpose => [ours.Node(CertificatePurpose.Server), ours.Issuing],
            ShownChain.SelfSigned => [ours.SelfSigned()],
            ShownChain.IntermediateMissing => [ours.Node(client)],
            ShownChain.IntermediateOfOthers => [ours.Node(client), theirs.Issuing],
            ShownChain.SignedByANode => [ours.SignedByNode(ours.Node(client)), ours.Node(client), ours.Issuing],
            ShownChain.SignedByAnotherLevel => ours.SignedByAnotherLevel(),
            ShownChain.TheIssuingCertificate => [ours.Issuing],
            ShownChain.NameOfNoNode => [ours.Node(client, name: "No Node"), ours.Issuing],
            _ => throw new ArgumentOutOfRangeException(nameof(shown)),
        };
    }
}
