using Fathom.Contracts;
using Fathom.Transport.Services;

[assembly: ContractPackage("fathom.mediator.certificates.v1", Namespace = "Fathom.Mediator.Certificates.Protocol")]

namespace Fathom.Mediator.Certificates.Protocol;

/// <summary>What a node can be asked by one that is not of its network yet, and has no certificate.</summary>
[Service(Name = "Joining")]
internal interface IEnrollment
{
    /// <summary>The root's certificate, which is no secret: whoever asks holds it against the fingerprint in the invitation, and connects
    /// anew by it.</summary>
    [Operation(Name = "Root")]
    ValueTask<RootCertificate> GetRootAsync(CallContext context = default);

    /// <summary>Certificates for an invitation.</summary>
    ValueTask<SignedCertificates> JoinAsync(JoinRequest request, CallContext context = default);
}

/// <summary>What the node that founded a network can be asked by those that joined it, over mutual TLS.</summary>
[Service]
internal interface IRenewal
{
    /// <summary>New certificates for the node that calls.</summary>
    ValueTask<SignedCertificates> RenewAsync(RenewalRequest request, CallContext context = default);
}

/// <summary>The root.</summary>
[Contract]
internal sealed partial record RootCertificate([Member(1)] byte[] Certificate);

/// <summary>Asks for the certificates of a node.</summary>
/// <param name="Invitation">The invitation's id.</param>
/// <param name="Name">The node's name.</param>
/// <param name="Hosts">Host names and addresses for its server certificate.</param>
/// <param name="ServerRequest">A signing request for the server's key.</param>
/// <param name="ClientRequest">A signing request for the client's key.</param>
/// <param name="Proof">Proves the invitation's secret, for this request and no other.</param>
[Contract]
internal sealed partial record JoinRequest(
    [Member(1)] byte[] Invitation,
    [Member(2)] string Name,
    [Member(3)] IReadOnlyList<string> Hosts,
    [Member(4)] byte[] ServerRequest,
    [Member(5)] byte[] ClientRequest,
    [Member(6)] byte[] Proof);

/// <summary>Asks for new certificates of the node that calls.</summary>
/// <param name="Hosts">Host names and addresses for its server certificate.</param>
/// <param name="ServerRequest">A signing request for the server's new key.</param>
/// <param name="ClientRequest">A signing request for the client's new key.</param>
[Contract]
internal sealed partial record RenewalRequest([Member(1)] IReadOnlyList<string> Hosts, [Member(2)] byte[] ServerRequest,
    [Member(3)] byte[] ClientRequest);

/// <summary>The certificates of a node, each in DER with those above it, short of the root.</summary>
/// <param name="Root">The root.</param>
/// <param name="Server">The server's chain.</param>
/// <param name="Client">The client's chain.</param>
/// <param name="Issuer">Where they are renewed; empty where the node knows.</param>
[Contract]
internal sealed partial record SignedCertificates(
    [Member(1)] byte[] Root, [Member(2)] IReadOnlyList<byte[]> Server, [Member(3)] IReadOnlyList<byte[]> Client, [Member(4)] string Issuer);
