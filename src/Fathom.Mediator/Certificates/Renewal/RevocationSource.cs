using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Revocation;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>The founding node's list of revoked certificates, as another node takes it: page by page, up to a limit.</summary>
/// <param name="founder">The address of the founding node.</param>
/// <param name="tls">TLS to the founding node.</param>
internal sealed class RevocationSource(Uri founder, ChannelTls tls)
{
    /// <summary>Entries that a node takes of a list: the certificates of 2,000 nodes, as many as a topology has, that have not expired, and
    /// three times as many that have, for their retention. Those that expire last come first: beyond it one that has not expired is
    /// missing only when 8,000 nodes have as many as a node may have.</summary>
    public const int MaxEntries = 4 * 2_000 * MemberIssuer.MaxUnexpired;

    // A page of the founding node has 300 KiB at most.
    private const int MaxPageBytes = 512 << 10;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    /// <summary>Fetches the list, and whether it was cut.</summary>
    public async Task<(RevocationList List, bool IsCut)> FetchAsync(CancellationToken token)
    {
        await using var channel = new NativeChannel(
            new ChannelOptions { Address = founder, Tls = tls, MaxReceiveMessageSize = MaxPageBytes });
        var all = new List<RevokedCertificate>();
        await foreach (var page in new RenewalClient(channel).GetRevokedAsync(
            new CallOptions { Deadline = Deadline.After(Timeout), CancellationToken = token }))
        {
            all.AddRange(RevokedCertificatesMapper.Read(page));
            if (all.Count > MaxEntries)
            {
                return (new RevocationList(all.Take(MaxEntries)), true);
            }
        }

        return (new RevocationList(all), false);
    }
}
