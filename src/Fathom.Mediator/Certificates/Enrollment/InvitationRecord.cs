using System.Text.Json.Serialization;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>The file of an invitation on the founding node.</summary>
/// <param name="ExpiresAt">When it expires.</param>
/// <param name="Secret">The secret that the joining node proves.</param>
/// <param name="Node">The only node that may use it, even if its name is taken; null: any node with a free name.</param>
/// <param name="Hosts">The host names and addresses that the node's certificates may have, beside its name; null: none.</param>
internal sealed record InvitationRecord(DateTimeOffset ExpiresAt, byte[] Secret, string? Node, IReadOnlyList<string>? Hosts = null);

/// <summary>The file with the enrollment server's address, for processes that create invitations.</summary>
/// <param name="Address">The address in invitations.</param>
internal sealed record EnrollmentEndpoint(Uri Address);

/// <summary>The file with the address that renews a joined node's certificates.</summary>
/// <param name="Issuer">The founding node's address.</param>
/// <param name="Founder">The founding node's name.</param>
internal sealed record Membership(Uri Issuer, string Founder);

/// <summary>JSON serialization of these files, without reflection.</summary>
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(InvitationRecord))]
[JsonSerializable(typeof(EnrollmentEndpoint))]
[JsonSerializable(typeof(Membership))]
internal sealed partial class EnrollmentJson : JsonSerializerContext;
