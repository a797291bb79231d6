using System.Text.Json.Serialization;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>A certificate that the founding node issued.</summary>
/// <param name="Serial">Its serial number, in hexadecimal.</param>
/// <param name="ExpiresAt">When it expires.</param>
internal sealed record IssuedCertificate(string Serial, DateTimeOffset ExpiresAt);

/// <summary>What the founding node keeps of each node: the file <c>members/NAME</c>.</summary>
/// <param name="JoinedAt">When its name was reserved.</param>
/// <param name="IsFounder">Whether it is the founding node, whose certificates are not recorded.</param>
/// <param name="Issued">Its certificates that have not expired.</param>
internal sealed record MemberRecord(DateTimeOffset JoinedAt, bool IsFounder, IReadOnlyList<IssuedCertificate> Issued)
{
    /// <summary>The host names and addresses that its certificates may have, beside its name: those of its invitation.</summary>
    public IReadOnlyList<string> Hosts { get; init; } = [];

    /// <summary>The serial number of its newest client certificate: the only one that renews. Null: none is recorded.</summary>
    public string? Newest { get; init; }

    /// <summary>The client certificate that requested <see cref="Newest"/>, and the keys in that request. The same request may be repeated
    /// with it, because its response may have been lost.</summary>
    public string? Predecessor { get; init; }

    /// <inheritdoc cref="Predecessor"/>
    public string? Keys { get; init; }

    /// <summary>The chains that <see cref="Newest"/> was issued with, in DER: the answer to a repeated request.</summary>
    public IReadOnlyList<byte[]> ServerChain { get; init; } = [];

    /// <inheritdoc cref="ServerChain"/>
    public IReadOnlyList<byte[]> ClientChain { get; init; } = [];

    /// <summary>When the node was revoked; null: it was not.</summary>
    public DateTimeOffset? RevokedAt { get; init; }

    /// <summary>The record after certificates were issued.</summary>
    /// <param name="signed">The certificates.</param>
    /// <param name="predecessor">The client certificate that requested them; null: an invitation did.</param>
    /// <param name="keys">The keys in the request.</param>
    /// <param name="now">The current time.</param>
    public MemberRecord With(NodeCertificateChains signed, string? predecessor, string keys, DateTimeOffset now) => this with
    {
        Issued = [.. Issued.Where(c => c.ExpiresAt + Revocation.RevocationList.Retention > now), Of(signed.Server[0]),
            Of(signed.Client[0])],
        Newest = signed.Client[0].SerialNumber,
        Predecessor = predecessor,
        Keys = keys,
        ServerChain = [.. signed.Server.Select(c => c.RawData)],
        ClientChain = [.. signed.Client.Select(c => c.RawData)],
    };

    /// <summary>Whether a client certificate may request certificates for these keys: the newest, or its predecessor with the request that
    /// led to the newest.</summary>
    public bool MayRenew(string serial, string keys) => Newest is null || serial == Newest || IsRepeat(serial, keys);

    /// <summary>Whether a request was answered with <see cref="Newest"/> before.</summary>
    public bool IsRepeat(string serial, string keys) => serial == Predecessor && keys == Keys;

    private static IssuedCertificate Of(System.Security.Cryptography.X509Certificates.X509Certificate2 certificate) =>
        new(certificate.SerialNumber, Validity.Of(certificate).To);
}

/// <summary>JSON serialization of the record, without reflection.</summary>
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(MemberRecord))]
internal sealed partial class MemberJson : JsonSerializerContext;
