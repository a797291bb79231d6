using System.Text.Json.Serialization;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>What a member keeps of an invitation that it made, in a file of its own.</summary>
/// <param name="ExpiresAt">When it is of no use any more.</param>
/// <param name="Secret">What whoever joins proves to have.</param>
/// <param name="Node">The only node that may join by it, also where one of its name was a member before; null: any with a new name.</param>
internal sealed record InvitationRecord(DateTimeOffset ExpiresAt, byte[] Secret, string? Node);

/// <summary>Where a member takes those who join, for whoever makes an invitation in another process.</summary>
/// <param name="Address">The address for invitations.</param>
internal sealed record EnrollmentEndpoint(Uri Address);

/// <summary>Where a node that joined has its certificates renewed.</summary>
/// <param name="Issuer">The member's own address.</param>
internal sealed record Membership(Uri Issuer);

/// <summary>These files in JSON, without reflection.</summary>
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(InvitationRecord))]
[JsonSerializable(typeof(EnrollmentEndpoint))]
[JsonSerializable(typeof(Membership))]
internal sealed partial class EnrollmentJson : JsonSerializerContext;
