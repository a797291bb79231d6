using System.Net;
using System.Net.Sockets;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>
/// Takes those who join, on a port of its own: the only one that asks for no certificate, with nothing behind it but joining, and open only
/// while an invitation is neither used nor expired. Owned by the founding node, for as long as its host runs.
/// </summary>
public sealed class EnrollmentServer : IAsyncDisposable
{
    // Requests are two signing requests of some 300 bytes each.
    private const int MaxRequestSize = 16 * 1024;
    private const int MaxConnectionCount = 64;

    private static readonly TimeSpan MaxHandshake = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(2);

    private readonly NodeCertificates _certificates;
    private readonly EnrollmentServerOptions _options;
    private readonly InvitationStore _invitations;
    private readonly EnrollmentService _service;
    private readonly SemaphoreSlim _openOrClose = new(1);
    private readonly ITimer _timer;
    private readonly int _port;
    private NativeHost? _host;
    private bool _disposed;

    private EnrollmentServer(NodeCertificates certificates, EnrollmentServerOptions options)
    {
        (_certificates, _options) = (certificates, options);
        Validate(options);
        var authority = certificates.Authority ?? throw new ArgumentException(
            $"Node '{certificates.Name}' joined its network and signs no certificates: those who join are taken by the node that "
                + $"founded it.", nameof(certificates));
        var time = certificates.Options.TimeProvider;
        _invitations = new InvitationStore(certificates.Folder, time);
        _service = new EnrollmentService(certificates.Folder, authority, _invitations, options.IssuerAddress, time,
            certificates.Options.Logger);
        _port = options.Port != 0 ? options.Port : FreePort(options.Bind);
        Address = new UriBuilder(Uri.UriSchemeHttps, options.Host ?? options.Bind.ToString(), _port).Uri;
        _timer = time.CreateTimer(static state => _ = ((EnrollmentServer)state!).PollAsync(), this, options.PollInterval,
            Timeout.InfiniteTimeSpan);
    }

    /// <summary>Where those who join come to.</summary>
    public Uri Address { get; }

    /// <summary>Whether the port is open.</summary>
    public bool IsOpen => Volatile.Read(ref _host) is not null;

    /// <summary>
    /// Starts: the port stays closed until there is an invitation. Throws <see cref="ArgumentException"/> on a node that joined or for
    /// options that cannot be, and
    /// <see cref="Storage.CertificateFolderException"/> where its folder cannot be written.
    /// </summary>
    public static EnrollmentServer Start(NodeCertificates certificates, EnrollmentServerOptions options)
    {
        ArgumentNullException.ThrowIfNull(certificates);
        ArgumentNullException.ThrowIfNull(options);
        var server = new EnrollmentServer(certificates, options);
        Invitations.WriteEndpoint(certificates.Folder, server.Address);
        return server;
    }

    /// <summary>Makes an invitation and opens the port. As <see cref="Invitations.Create"/>; throws <see cref="IOException"/> where the
    /// port is taken.</summary>
    public async Task<Invitation> InviteAsync(TimeSpan? life = null, string? node = null)
    {
        var options = _certificates.Options;
        var invitation = Invitations.Create(options.Folder, life ?? Invitations.DefaultLifetime, node, options.TimeProvider);
        await OpenOrCloseAsync();
        return invitation;
    }

    /// <summary>Closes the port.</summary>
    public async ValueTask DisposeAsync()
    {
        _timer.Dispose();
        await _openOrClose.WaitAsync();
        _disposed = true;
        await CloseAsync();
        _openOrClose.Release();
    }

    private static void Validate(EnrollmentServerOptions options)
    {
        if (options.IssuerAddress.Scheme != Uri.UriSchemeHttps)
        {
            throw new ArgumentException(
                $"{nameof(options.IssuerAddress)} '{options.IssuerAddress}' is not accepted: https is, by which who answers is known.",
                    nameof(options));
        }

        if (options.Host is null && (options.Bind.Equals(IPAddress.Any) || options.Bind.Equals(IPAddress.IPv6Any)))
        {
            throw new ArgumentException(
                $"{nameof(options.Bind)} {options.Bind} is no address that others can call: give the {nameof(options.Host)} for "
                    + $"invitations.", nameof(options));
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
            // A port that is taken may be free the next time.
            CertificateLog.EnrollmentFailed(_certificates.Options.Logger, Address, e.Message);
        }

        _timer.Change(_options.PollInterval, Timeout.InfiniteTimeSpan);
    }

    private async Task OpenOrCloseAsync()
    {
        await _openOrClose.WaitAsync();
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
            _openOrClose.Release();
        }
    }

    private NativeHost Listen() => NativeHost.Start([EnrollmentHost.Define(_service)], new NativeHostOptions
    {
        Bind = _options.Bind,
        Port = _port,
        Tls = new NativeHostTls { SslOptionsFactory = () => _certificates.Current.ForEnrollment() },
        Server = new ServerOptions { MaxReceiveMessageSize = MaxRequestSize },

        // Files are written meanwhile.
        Handlers = HandlerScheduling.ThreadPool,
        MaxConnections = MaxConnectionCount,
        HandshakeTimeout = MaxHandshake,
    });

    private async Task CloseAsync()
    {
        if (_host is { } host)
        {
            Volatile.Write(ref _host, null);

            // The last to join is still to be answered.
            await host.StopAsync(Grace);
            CertificateLog.EnrollmentClosed(_certificates.Options.Logger, Address);
        }
    }
}
