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
/// The certificates of one node: created at its first start, loaded once, renewed before they expire. Provides the mutual TLS of channels
/// and hosts, which accepts only nodes of the same network. Owned by its opener; must outlive its channels and hosts. Disposing it stops
/// renewals.
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

    /// <summary>The fingerprint of the network's root, in hexadecimal. It is equal on all nodes of a network.</summary>
    public string RootFingerprint => Convert.ToHexStringLower(Trust.RootFingerprint.Of(_current.Files.Root));

    /// <summary>Whether this node founded its network. The founding node signs the certificates of all nodes, and invites.</summary>
    public bool IsIssuing => _authority is not null;

    /// <summary>When this node's certificates expire, unless they are renewed.</summary>
    public DateTimeOffset ExpiresAt => _current.Files.ExpiresAt;

    /// <summary>
    /// The TLS of this node's host. The handshake refuses every client without a certificate of this network. See <see cref="Secure"/>.
    /// </summary>
    public NativeHostTls HostTls => new() { SslOptionsFactory = () => _current.ForIncoming(_options.TimeProvider) };

    /// <summary>
    /// The services that this node's host must serve: on the founding node, the renewal of other nodes' certificates. Serve them only with
    /// <see cref="HostTls"/>: they trust the client's certificate.
    /// </summary>
    public IReadOnlyList<ServiceDefinition> Services => _authority is null
        ? []
        : [RenewalHost.Define(new RenewalService(_authority, new MemberRegistry(_folder), _options.Logger))];

    internal NodeCredentials Current => _current;

    internal NetworkAuthority? Authority => _authority;

    internal CertificateFolder Folder => _folder;

    internal NodeCertificatesOptions Options => _options;

    /// <summary>
    /// Opens the certificates of a node. With an empty folder it founds a network: it creates root, issuing, server and client certificate.
    /// Throws <see cref="CertificateFolderException"/> for an unusable folder, and <see cref="ArgumentException"/> for invalid options.
    /// </summary>
    public static NodeCertificates OpenOrCreate(NodeCertificatesOptions options)
    {
        NodeStore.Create(options);
        return Open(options);
    }

    /// <summary>
    /// Opens existing certificates. Throws <see cref="CertificateFolderException"/> for an empty or unusable folder and for expired
    /// certificates of a node that joined, and <see cref="ArgumentException"/> for invalid options.
    /// </summary>
    public static NodeCertificates Open(NodeCertificatesOptions options) => new(options);

    /// <summary>
    /// Joins a network by an invitation, with an empty folder, and opens the new certificates. Throws <see cref="JoinException"/> with the
    /// reason of a failure, <see cref="CertificateFolderException"/> for an unusable folder, and <see cref="ArgumentException"/> for
    /// invalid options.
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
    /// The TLS of a channel with the certificates in a node's folder, without renewal: for a tool beside the node. Throws
    /// <see cref="CertificateFolderException"/> for an empty or unusable folder.
    /// </summary>
    /// <param name="folder">The node's folder.</param>
    /// <param name="time">The clock for verification; the system's when null.</param>
    public static ChannelTls ChannelTlsOf(string folder, TimeProvider? time = null)
    {
        var credentials = new NodeCredentials(NodeFiles.Read(CertificateFolder.At(folder)));
        return new ChannelTls { SslOptionsFactory = () => credentials.ForOutgoing(null, time ?? TimeProvider.System, NullLogger.Instance) };
    }

    /// <summary>The TLS of a channel to a node of this network.</summary>
    /// <param name="node">The only accepted node; null: any node of the network. The address is not checked.</param>
    public ChannelTls ChannelTls(string? node = null) =>
        new() { SslOptionsFactory = () => _current.ForOutgoing(node, _options.TimeProvider, _options.Logger) };

    /// <summary>Adds this node's TLS to the options of a host. Refused connections are logged with the reason.</summary>
    public NativeHostOptions Secure(NativeHostOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options with
        {
            Tls = HostTls,
            Server = options.Server with { LoggerFactory = options.Server.LoggerFactory ?? _options.LoggerFactory },
        };
    }

    /// <summary>Stops renewals. Channels and hosts keep the current certificates.</summary>
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
            // Any failure: the next attempt may succeed, and the current certificates remain valid until then.
            wait = RenewalSchedule.Retry(_options.TimeProvider.GetUtcNow(), ExpiresAt);
            CertificateLog.NotRenewed(_options.Logger, ExpiresAt, wait, e.Message);
        }

        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }
}
