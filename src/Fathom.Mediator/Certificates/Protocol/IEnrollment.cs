using Fathom.Contracts;
using Fathom.Transport.Services;

[assembly: ContractPackage("fathom.mediator.certificates.v1", Namespace = "Fathom.Mediator.Certificates.Protocol")]

namespace Fathom.Mediator.Certificates.Protocol;

/// <summary>The enrollment service, for nodes without a certificate of the network.</summary>
[Service(Name = "Joining")]
internal interface IEnrollment
{
    /// <summary>Returns the root's certificate, which is no secret. The client compares it with the invitation's fingerprint, and connects
    /// again to a server of this root.</summary>
    [Operation(Name = "Root")]
    ValueTask<RootCertificate> GetRootAsync(CallContext context = default);

    /// <summary>Issues certificates for an invitation.</summary>
    ValueTask<SignedCertificates> JoinAsync(JoinRequest request, CallContext context = default);
}

/// <summary>The renewal service of the founding node, over mutual TLS.</summary>
[Service]
internal interface IRenewal
{
    /// <summary>Issues new certificates for the calling node.</summary>
    ValueTask<SignedCertificates> RenewAsync(RenewalRequest request, CallContext context = default);

    /// <summary>The revoked certificates of the network, in pages: however many there are, none outgrows a message.</summary>
    [Operation(Name = "Revoked")]
    IAsyncEnumerable<RevokedCertificates> GetRevokedAsync(CallContext context = default);
}

/// <summary>The root's certificate, in DER.</summary>
[Contract]
internal sealed partial record RootCertificate([Member(1)] byte[] Certificate);

/// <summary>The enrollment request of a node.</summary>
/// <param name="Invitation">The invitation's id.</param>
/// <param name="Name">The node's name.</param>
/// <param name="Hosts">Host names and addresses for its server certificate.</param>
/// <param name="ServerRequest">A signing request for the server's key.</param>
/// <param name="ClientRequest">A signing request for the client's key.</param>
/// <param name="Proof">The HMAC of this request under the invitation's secret.</param>
[Contract]
internal sealed partial record JoinRequest(
    [Member(1)] byte[] Invitation,
    [Member(2)] string Name,
    [Member(3)] IReadOnlyList<string> Hosts,
    [Member(4)] byte[] ServerRequest,
    [Member(5)] byte[] ClientRequest,
    [Member(6)] byte[] Proof);

/// <summary>The renewal request of a node.</summary>
/// <param name="Hosts">Host names and addresses for its server certificate.</param>
/// <param name="ServerRequest">A signing request for the server's new key.</param>
/// <param name="ClientRequest">A signing request for the client's new key.</param>
[Contract]
internal sealed partial record RenewalRequest([Member(1)] IReadOnlyList<string> Hosts, [Member(2)] byte[] ServerRequest,
    [Member(3)] byte[] ClientRequest);

/// <summary>The certificates of a node in DER, each with its intermediates, without the root.</summary>
/// <param name="Root">The root.</param>
/// <param name="Server">The server's chain.</param>
/// <param name="Client">The client's chain.</param>
/// <param name="Issuer">The address that renews them; empty if the node has it.</param>
/// <param name="Founder">The name of the node that renews them; empty if the node has it.</param>
[Contract]
internal sealed partial record SignedCertificates(
    [Member(1)] byte[] Root, [Member(2)] IReadOnlyList<byte[]> Server, [Member(3)] IReadOnlyList<byte[]> Client, [Member(4)] string Issuer,
    [Member(5)] string Founder);

/// <summary>A page of the revoked certificates of the network that have not expired.</summary>
[Contract]
internal sealed partial record RevokedCertificates([Member(1)] IReadOnlyList<RevokedEntry> Certificates);

/// <summary>A revoked certificate.</summary>
/// <param name="Serial">Its serial number, in hexadecimal.</param>
/// <param name="Node">The node's name.</param>
/// <param name="At">When it was revoked, in seconds since 1970.</param>
/// <param name="Reason">Why.</param>
/// <param name="ExpiresAt">When it expires, in seconds since 1970.</param>
[Contract]
internal sealed partial record RevokedEntry(
    [Member(1)] string Serial, [Member(2)] string Node, [Member(3)] long At, [Member(4)] string Reason, [Member(5)] long ExpiresAt);
