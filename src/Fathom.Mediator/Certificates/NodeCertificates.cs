using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Nodes;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Renewal;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Mediator.Certificates;

/// <summary>
/// The certificates of one node: made at its first start, loaded once, renewed before they expire. Gives channels and the host the TLS by
/// which nodes of one network, and no others, talk. Owned by whoever opened it, for as long as its channels and hosts live; disposing it
/// ends the renewals.
/// </summary>
public sealed class NodeCertificates : IDisposable
{
    private readonly NodeCertificatesOptions _options;
    private readonly CertificateFolder _folder;
    private readonly NetworkAuthority? _authority;
    private readonly INodeSigner _signer;
    private readonly CancellationTokenSource _ending = new();
    private readonly ITimer _timer;
    private volatile NodeCredentials _current;

    private NodeCertificates(NodeCertificatesOptions options)
    {
        var opened = NodeStore.Open(options);
        (_options, _folder, _authority, _current) = (options, opened.Folder, opened.Authority, new NodeCredentials(opened.Files));
        _signer = (INodeSigner?)opened.Authority ?? new RemoteSigner(opened.Issuer!, ChannelTls());
        _timer = options.TimeProvider.CreateTimer(static state => _ = ((NodeCertificates)state!).RenewIfDueAsync(), this, NextCheck(),
            Timeout.InfiniteTimeSpan);
    }

    /// <summary>The node's name.</summary>
    public string Name => _options.Name;

    /// <summary>The fingerprint of the network's root, in hexadecimal: two nodes are of one network where it is the same.</summary>
    public string RootFingerprint => Convert.ToHexStringLower(Trust.RootFingerprint.Of(_current.Files.Root));

    /// <summary>Whether this node founded its network: it signs the certificates of all nodes, and invites.</summary>
    public bool IsIssuing => _authority is not null;

    /// <summary>When this node's certificates expire, if they are not renewed before.</summary>
    public DateTimeOffset ExpiresAt => _current.Files.ExpiresAt;

    /// <summary>
    /// What a host is to have as its TLS: each node shows its certificate, and whoever shows none of this network is refused in the
    /// handshake. See
    /// <see cref="Secure"/>.
    /// </summary>
    public NativeHostTls HostTls => new() { SslOptionsFactory = () => _current.ForIncoming(_options.TimeProvider) };

    /// <summary>
    /// What this node's host is to serve besides its own: on the node that founded the network, the renewal of the other nodes'
    /// certificates. Only behind
    /// <see cref="HostTls"/>: it goes by the certificate of who calls.
    /// </summary>
    public IReadOnlyList<ServiceDefinition> Services => _authority is null
        ? []
        : [RenewalHost.Define(new RenewalService(_authority, new MemberRegistry(_folder), _options.Logger))];

    internal NodeCredentials Current => _current;

    internal NetworkAuthority? Authority => _authority;

    internal CertificateFolder Folder => _folder;

    internal NodeCertificatesOptions Options => _options;

    /// <summary>
    /// Opens the certificates of a node, and founds a network with it where its folder is empty: root, issuing, server and client
    /// certificate are made. Throws
    /// <see cref="CertificateFolderException"/> for a folder that cannot be used, and <see cref="ArgumentException"/> for options that
    /// cannot be.
    /// </summary>
    public static NodeCertificates OpenOrCreate(NodeCertificatesOptions options)
    {
        NodeStore.Create(options);
        return Open(options);
    }

    /// <summary>
    /// Opens the certificates of a node that has some. Throws <see cref="CertificateFolderException"/> for a folder that has none or cannot
    /// be used, also where those of a node that joined have expired, and <see cref="ArgumentException"/> for options that cannot be.
    /// </summary>
    public static NodeCertificates Open(NodeCertificatesOptions options) => new(options);

    /// <summary>
    /// Joins a network by an invitation, with an empty folder, and opens the certificates it got. Throws <see cref="JoinException"/> with
    /// the reason where that cannot be, <see cref="CertificateFolderException"/> for a folder that cannot be used, and
    /// <see cref="ArgumentException"/> for options that cannot be.
    /// </summary>
    public static async Task<NodeCertificates> JoinAsync(
        NodeCertificatesOptions options, Invitation invitation, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(invitation);
        NodeStore.Validate(options);
        await new NodeEnrollment(invitation, options.TimeProvider)
            .JoinAsync(CertificateFolder.At(options.Folder), NodeStore.IdentityOf(options), token);
        return Open(options);
    }

    /// <summary>
    /// What a channel is to have as its TLS that shows the certificates in a node's folder and renews nothing: for a tool beside the node.
    /// Throws
    /// <see cref="CertificateFolderException"/> for a folder that has none or cannot be used.
    /// </summary>
    /// <param name="folder">The node's folder.</param>
    /// <param name="time">The clock that certificates are judged by; the system's when null.</param>
    public static ChannelTls ChannelTlsOf(string folder, TimeProvider? time = null)
    {
        var credentials = new NodeCredentials(NodeFiles.Read(CertificateFolder.At(folder)));
        return new ChannelTls { SslOptionsFactory = () => credentials.ForOutgoing(null, time ?? TimeProvider.System, NullLogger.Instance) };
    }

    /// <summary>What a channel to a node of this network is to have as its TLS.</summary>
    /// <param name="node">The only node that may answer; null: any of the network, whichever address it was called by.</param>
    public ChannelTls ChannelTls(string? node = null) =>
        new() { SslOptionsFactory = () => _current.ForOutgoing(node, _options.TimeProvider, _options.Logger) };

    /// <summary>The options of a host that only nodes of this network can call; who is refused is logged, with the reason.</summary>
    public NativeHostOptions Secure(NativeHostOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options with
        {
            Tls = HostTls,
            ConnectionFailed = (peer, reason) =>
            {
                CertificateLog.Refused(_options.Logger, peer, reason);
                options.ConnectionFailed?.Invoke(peer, reason);
            },
        };
    }

    /// <summary>Ends the renewals. What was given to channels and hosts goes on with the certificates as they are.</summary>
    public void Dispose()
    {
        if (!_ending.IsCancellationRequested)
        {
            _timer.Dispose();
            _ending.Cancel();
            _ending.Dispose();
        }
    }

    private TimeSpan NextCheck()
    {
        var next = _current.Files.RenewAt;
        return RenewalSchedule.Wait(_options.TimeProvider.GetUtcNow(), _authority?.RenewAt < next ? _authority.RenewAt : next);
    }

    private async Task RenewIfDueAsync()
    {
        TimeSpan wait;
        try
        {
            var whole = _authority?.RenewIfDue() ?? true;
            if (_current.Files.RenewAt <= _options.TimeProvider.GetUtcNow())
            {
                var files = await NodeFiles.CreateAsync(
                    NodeStore.IdentityOf(_options), _signer, Trust.RootFingerprint.Of(_current.Files.Root), _options.TimeProvider,
                        _ending.Token);
                files.Write(_folder);
                _current = new NodeCredentials(files);
                CertificateLog.Renewed(_options.Logger, "node's", files.ExpiresAt);
            }

            wait = whole ? NextCheck() : RenewalSchedule.Retry(_options.TimeProvider.GetUtcNow(), ExpiresAt);
        }
        catch (Exception) when (_ending.IsCancellationRequested)
        {
            return;
        }
        catch (Exception e)
        {
            // Whatever it was: the next attempt may go well, and until then the certificates are as good as they were.
            wait = RenewalSchedule.Retry(_options.TimeProvider.GetUtcNow(), ExpiresAt);
            CertificateLog.NotRenewed(_options.Logger, ExpiresAt, wait, e.Message);
        }

        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }
}
