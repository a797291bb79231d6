using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Fathom.Mediator.Certificates.Nodes;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>
/// The enrollment server of a founding node, on a port of its own. It requires no client certificate, serves only enrollment, and is open
/// only while an invitation is unused and unexpired. Owned by the founding node, for as long as its host runs.
/// </summary>
public sealed class EnrollmentServer : IAsyncDisposable
{
    // A request holds two signing requests of about 300 bytes each.
    internal const int MaxRequestSize = 16 * 1024;
    internal const int MaxConnectionCount = 64;

    internal static readonly TimeSpan MaxHandshake = TimeSpan.FromSeconds(5);
    // So that one address does not keep others from joining.
    private const int MaxConnectionsPerAddress = 16;

    private static readonly TimeSpan MaxConnectionTime = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(2);

    private readonly NodeCertificates _certificates;
    private readonly EnrollmentServerOptions _options;
    private readonly InvitationStore _invitations;
    private readonly EnrollmentService _service;
    private readonly SemaphoreSlim _stateLock = new(1);
    private readonly ITimer _timer;
    private readonly int _port;
    private NativeHost? _host;
    private bool _disposed;

    private EnrollmentServer(NodeCertificates certificates, EnrollmentServerOptions options)
    {
        (_certificates, _options) = (certificates, options);
        Validate(options);
        var authority = certificates.Authority ?? throw new ArgumentException(
            $"Node '{certificates.Name}' joined its network and cannot sign certificates: start the enrollment server on the "
                + "founding node.", nameof(certificates));
        var time = certificates.Options.TimeProvider;
        _invitations = new InvitationStore(certificates.Folder, time);
        _service = new EnrollmentService(certificates.Folder, authority, _invitations, options.IssuerAddress, certificates.Name, time,
            certificates.Options.Logger);
        _port = options.Port != 0 ? options.Port : FreePort(options.Bind);
        Address = new UriBuilder(Uri.UriSchemeHttps, options.Host ?? options.Bind.ToString(), _port).Uri;
        _timer = time.CreateTimer(static state => _ = ((EnrollmentServer)state!).PollAsync(), this, options.PollInterval,
            Timeout.InfiniteTimeSpan);
    }

    /// <summary>The address in invitations.</summary>
    public Uri Address { get; }

    /// <summary>Whether the port is open.</summary>
    public bool IsOpen => Volatile.Read(ref _host) is not null;

    /// <summary>
    /// Starts the server; the port stays closed until there is an invitation. Throws <see cref="ArgumentException"/> on a node that joined
    /// or for invalid options, and <see cref="Storage.CertificateFolderException"/> if the folder cannot be written.
    /// </summary>
    public static EnrollmentServer Start(NodeCertificates certificates, EnrollmentServerOptions options)
    {
        ArgumentNullException.ThrowIfNull(certificates);
        ArgumentNullException.ThrowIfNull(options);
        var server = new EnrollmentServer(certificates, options);
        Invitations.WriteEndpoint(certificates.Folder, server.Address);
        return server;
    }

    /// <summary>Creates an invitation and opens the port. As <see cref="Invitations.Create"/>; throws <see cref="IOException"/> where the
    /// port is taken.</summary>
    public async Task<Invitation> InviteAsync(TimeSpan? lifetime = null, string? node = null, IReadOnlyList<string>? hosts = null)
    {
        var options = _certificates.Options;
        var invitation = Invitations.Create(options.Folder, lifetime ?? Invitations.DefaultLifetime, node, options.TimeProvider, hosts);
        await OpenOrCloseAsync();
        return invitation;
    }

    /// <summary>Closes the port.</summary>
    public async ValueTask DisposeAsync()
    {
        _timer.Dispose();
        await _stateLock.WaitAsync();
        _disposed = true;
        await CloseAsync();
        _stateLock.Release();
    }

    private static void Validate(EnrollmentServerOptions options)
    {
        if (options.IssuerAddress.Scheme != Uri.UriSchemeHttps)
        {
            throw new ArgumentException(
                $"{nameof(options.IssuerAddress)} '{options.IssuerAddress}' is not accepted: an https address is needed, which "
                    + $"identifies the server.",
                    nameof(options));
        }

        if (options.Host is null && (options.Bind.Equals(IPAddress.Any) || options.Bind.Equals(IPAddress.IPv6Any)))
        {
            throw new ArgumentException(
                $"{nameof(options.Bind)} {options.Bind} is no address that clients can use: set {nameof(options.Host)} to the host name "
                    + $"for "
                    + "invitations.", nameof(options));
        }
    }

    private static int FreePort(IPAddress bind)
    {
        using var socket = new Socket(bind.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(bind, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }

    private async Task PollAsync()
    {
        try
        {
            await OpenOrCloseAsync();
        }
        catch (IOException e)
        {
            // The port may be free at the next attempt.
            CertificateLog.EnrollmentFailed(_certificates.Options.Logger, Address, e.Message);
        }

        _timer.Change(_options.PollInterval, Timeout.InfiniteTimeSpan);
    }

    private async Task OpenOrCloseAsync()
    {
        await _stateLock.WaitAsync();
        try
        {
            var isWanted = !_disposed && _invitations.HasOutstanding;
            if (isWanted && _host is null)
            {
                Volatile.Write(ref _host, Listen());
                CertificateLog.EnrollmentOpened(_certificates.Options.Logger, Address);
            }
            else if (!isWanted)
            {
                await CloseAsync();
            }
        }
        finally
        {
            _stateLock.Release();
        }
    }

    private NativeHost Listen() => NativeHost.Start([EnrollmentHost.Define(_service)], new NativeHostOptions
    {
        Bind = _options.Bind,
        Port = _port,
        Tls = new NativeHostTls { SslOptionsFactory = () => _certificates.Current.ForEnrollment(Limit) },

        // Logs each connection that does not get as far as a request; the service logs each request that it refuses.
        Server = new ServerOptions { MaxReceiveMessageSize = MaxRequestSize, LoggerFactory = _certificates.Options.LoggerFactory },

        // Handlers write files.
        Handlers = HandlerScheduling.ThreadPool,
        MaxConnections = MaxConnectionCount,
        MaxConnectionsPerAddress = MaxConnectionsPerAddress,
        HandshakeTimeout = MaxHandshake,
        KeepAliveTimeout = _options.MaxIdleTime,
    });

    // A client needs two connections for a call each. One that stays keeps a place from others; one that has ended is not held.
    private void Limit(SslStream connection) => _certificates.Options.TimeProvider.CreateTimer(static state => _ = EndAsync(state),
        new WeakReference<SslStream>(connection), MaxConnectionTime, Timeout.InfiniteTimeSpan);

    private static Task EndAsync(object? reference) => ((WeakReference<SslStream>)reference!).TryGetTarget(out var connection)
        ? PeerConnections.EndAsync(connection)
        : Task.CompletedTask;

    private async Task CloseAsync()
    {
        if (_host is { } host)
        {
            Volatile.Write(ref _host, null);

            // Lets the last enrollment complete.
            await host.StopAsync(Grace);
            CertificateLog.EnrollmentClosed(_certificates.Options.Logger, Address);
        }
    }
}
