using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Nodes;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Renewal;
using Fathom.Mediator.Certificates.Revocation;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Mediator.Certificates;

/// <summary>
/// The certificates of one node: created at its first start, loaded once, renewed before they expire. Provides the mutual TLS of channels
/// and hosts, which accepts only nodes of the same network. Ends connections whose certificates expire or are revoked. Owned by its opener;
/// must outlive its channels and hosts. Disposing it stops renewals.
/// </summary>
public sealed class NodeCertificates : IDisposable
{
    private readonly NodeCertificatesOptions _options;
    private readonly CertificateFolder _folder;
    private readonly NetworkAuthority? _authority;
    private readonly INodeSigner _signer;
    private readonly RevocationUpdates? _updates;
    private readonly PeerConnections _peers;
    private readonly CancellationTokenSource _ending = new();
    private readonly ITimer _timer;
    private volatile NodeCredentials _current;
    private int _renewing;

    private NodeCertificates(NodeCertificatesOptions options)
    {
        var opened = NodeStore.Open(options);
        (_options, _folder, _authority, _current) = (options, opened.Folder, opened.Authority, new NodeCredentials(opened.Files));
        var file = new RevocationFile(_folder);
        var fileLock = new Lock();
        _peers = new PeerConnections(() => _updates?.Current ?? Read(), options.TimeProvider, options.Logger);
        if (opened.Membership is { } membership)
        {
            var tls = ChannelTls(membership.Founder);
            _signer = new RemoteSigner(membership.Issuer, tls);
            _updates = new RevocationUpdates(membership.Issuer, tls, file, _peers.Check, options.TimeProvider, options.Logger);
        }
        else
        {
            _signer = opened.Authority!;
            Read();
        }

        _timer = options.TimeProvider.CreateTimer(static state => _ = ((NodeCertificates)state!).RenewIfDueAsync(), this, NextCheck(),
            Timeout.InfiniteTimeSpan);

        RevocationList Read()
        {
            lock (fileLock)
            {
                return file.Read();
            }
        }
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
    public NativeHostTls HostTls => new() { SslOptionsFactory = () => Usable().ForIncoming(_options.TimeProvider, _peers) };

    /// <summary>
    /// The services that this node's host must serve: on the founding node, the renewal of other nodes' certificates. Serve them only with
    /// <see cref="HostTls"/>: they trust the client's certificate.
    /// </summary>
    public IReadOnlyList<ServiceDefinition> Services => _authority is null
        ? []
        : [RenewalHost.Define(new RenewalService(
            new MemberIssuer(_folder, _authority, _options.TimeProvider), new RevocationFile(_folder), _options.Logger))];

    /// <summary>The age at which a connection to another node should be replaced by a new one: an eighth of the certificates' lifetime,
    /// which starts five minutes before they are made, and at most a quarter of what follows. Certificates are renewed before their last
    /// third, so that a connection does not reach the end of one, even with as much time again to complete its calls.</summary>
    public TimeSpan MaxConnectionAge => _current.MaxConnectionAge;

    /// <summary>Why no peer accepts this node; null: nothing keeps them from it.</summary>
    internal string? Fault => ExpiresAt <= _options.TimeProvider.GetUtcNow() ? $"the node's certificates expired at {ExpiresAt:u}" : null;

    /// <summary>What is wrong while the node serves. Not a fault: load balancers would take every node from service while one, the
    /// founding node, is away.</summary>
    internal string? Warning => _updates?.Fault;

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
            .JoinAsync(CertificateFolder.At(options.Folder), NodeStore.RequestOf(options), token);
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
        new() { SslOptionsFactory = () => Usable().ForOutgoing(node, _options.TimeProvider, _options.Logger, _peers) };

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
            _updates?.Dispose();
            _peers.Dispose();
            _ending.Cancel();
            _ending.Dispose();
        }
    }

    // A clock that was ahead and is right again: the certificates of that time are renewed now, and not with the next check.
    private NodeCredentials Usable()
    {
        if (_current.ValidFrom > _options.TimeProvider.GetUtcNow() && !_ending.IsCancellationRequested)
        {
            _timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        }

        return _current;
    }

    private TimeSpan NextCheck()
    {
        var now = _options.TimeProvider.GetUtcNow();
        var next = _current.Files.DueAt(now);
        return RenewalSchedule.Wait(now, _authority?.RenewAt < next ? _authority.RenewAt : next);
    }

    private async Task RenewIfDueAsync()
    {
        if (Interlocked.Exchange(ref _renewing, 1) != 0)
        {
            return;
        }

        TimeSpan wait;
        try
        {
            var whole = _authority?.RenewIfDue() ?? true;
            var now = _options.TimeProvider.GetUtcNow();
            if (_current.Files.DueAt(now) <= now)
            {
                using var keys = RenewalKeys.ReadOrCreate(_folder);
                var files = await NodeFiles.CreateAsync(
                    _authority is null ? NodeStore.RequestOf(_options) : NodeStore.IdentityOf(_options), keys, _signer,
                    Trust.RootFingerprint.Of(_current.Files.Root), _options.TimeProvider, _ending.Token);
                files.Write(_folder);
                RenewalKeys.Delete(_folder);
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

        Volatile.Write(ref _renewing, 0);
        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }
}
