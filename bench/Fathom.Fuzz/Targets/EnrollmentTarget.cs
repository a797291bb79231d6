using System.Text;
using Fathom.Contracts;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Revocation;
using Fathom.Mediator.Certificates.Trust;
using Fathom.Mediator.Topology;
using Fathom.Transport.Calls;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Fuzz.Targets;

/// <summary>Messages of a mediator's network, each kind by its first byte: requests to join as they come and with the invitation's proof,
/// renewals, what the founding node answers, invitations, topology.</summary>
internal static class EnrollmentTarget
{
    private static readonly string[] Hosts = ["south.example", "198.18.0.7"];
    private static readonly Lazy<(EnrollmentService Service, NodeCertificates Node)> Founder = new(Found);

    public static void Parse(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            var input = new FuzzInput(bytes.Span);
            var kind = input.Byte();
            Parse(kind % 7, bytes[^input.Rest.Length..]);
        }
        catch (Exception e) when (e is MalformedMessageException or SigningRefusedException or RpcException)
        {
            // What the parties are answered.
        }
    }

    private static void Parse(int kind, ReadOnlyMemory<byte> message)
    {
        switch (kind)
        {
            case 0:
                Founder.Value.Service.JoinAsync(ContractSerializer.Read<JoinRequest>(message)).AsTask().GetAwaiter().GetResult();
                break;
            case 1:
                var join = ContractSerializer.Read<JoinRequest>(message);
                MemberIssuer.Check(new NodeIdentity(join.Name, join.Hosts), Hosts, join.ServerRequest, join.ClientRequest);
                break;
            case 2:
                var renewal = ContractSerializer.Read<RenewalRequest>(message);
                NetworkAuthority.Check(new NodeIdentity("south", renewal.Hosts), renewal.ServerRequest, renewal.ClientRequest);
                break;
            case 3:
                var signed = SignedCertificatesMapper.Read(ContractSerializer.Read<SignedCertificates>(message));
                foreach (var certificate in signed.Server)
                {
                    ChainRules.Fault(certificate, signed.Server, signed.Root, CertificatePurpose.Server, DateTimeOffset.UnixEpoch, "south");
                }

                break;
            case 4:
                Revoked(ContractSerializer.Read<RevokedCertificates>(message));
                break;
            case 5:
                _ = Invitation.TryParse(Encoding.Latin1.GetString(message.Span), out _, out _);
                break;
            default:
                var (nodes, isTruncated) = TopologyMerge.Merge(null, [ContractSerializer.Read<TopologyResponse>(message)]);
                var topology = new NetworkTopology(nodes, isTruncated);
                topology.ToSvg();
                topology.ToText();
                break;
        }
    }

    private static void Revoked(RevokedCertificates message)
    {
        try
        {
            _ = new RevocationList([.. RevokedCertificatesMapper.Read(message)]).All;
        }
        catch (ArgumentOutOfRangeException)
        {
            // Times that are none.
        }
    }

    private static (EnrollmentService Service, NodeCertificates Node) Found()
    {
        var folder = Directory.CreateTempSubdirectory("fathom-fuzz-");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Delete(recursive: true);
        var node = NodeCertificates.OpenOrCreate(new NodeCertificatesOptions { Folder = folder.FullName, Name = "north" });
        var invitations = new InvitationStore(node.Folder, TimeProvider.System);
        return (new EnrollmentService(node.Folder, node.Authority!, invitations, new Uri("https://north.example"), "north",
            TimeProvider.System, NullLogger.Instance), node);
    }
}
