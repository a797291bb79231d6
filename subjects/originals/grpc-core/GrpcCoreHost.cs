using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Originals.Contracts;
using Fathom.Originals.Contracts.CodeFirst;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Grpc.Core;
using ProtoBuf.Grpc.Configuration;

namespace Fathom.Subjects.GrpcCore;

/// <summary>A server of Grpc.Core with one service. Disposing it ends its calls and frees the port.</summary>
internal sealed class GrpcCoreHost : IAsyncDisposable
{
    private readonly Server _server;

    private GrpcCoreHost(Server server, string address, string? certificatePem) =>
        (_server, Address, CertificatePem) = (server, address, certificatePem);

    /// <summary>Where it listens, for example <c>http://127.0.0.1:5000</c>.</summary>
    public string Address { get; }

    /// <summary>The certificate to trust, PEM; null without TLS.</summary>
    public string? CertificatePem { get; }

    /// <summary>Starts to listen. Throws <see cref="IOException"/> when the port is taken.</summary>
    public static GrpcCoreHost Start(HostArguments arguments)
    {
        using var certificate = arguments.LoadCertificate();

        // By default two servers may listen on one port of Linux, and share its connections.
        var server = new Server([new ChannelOption("grpc.so_reuseport", 0)]);
        server.Services.Add(Service(arguments.Contract));
        var bind = arguments.Bind.AddressFamily == AddressFamily.InterNetworkV6 ? $"[{arguments.Bind}]" : $"{arguments.Bind}";
        var port = server.Ports.Add(new ServerPort(bind, arguments.Port, Credentials(certificate)));
        try
        {
            server.Start();
        }
        catch (IOException e)
        {
            throw new IOException($"Grpc.Core cannot listen on {arguments.Bind}:{arguments.Port}.",
                new SocketException((int)SocketError.AddressAlreadyInUse, e.Message));
        }

        var address = new UriBuilder(certificate is null ? "http" : "https", bind, server.Ports.Single().BoundPort);
        return new GrpcCoreHost(server, address.Uri.GetLeftPart(UriPartial.Authority), certificate?.ExportCertificatePem());
    }

    public async ValueTask DisposeAsync() => await _server.KillAsync();

    private static ServerServiceDefinition Service(string contract)
    {
        if (contract != EchoContract.CodeFirst)
        {
            return Originals.Contracts.Echo.BindService(new ProtoEcho());
        }

        var builder = ServerServiceDefinition.CreateBuilder();
        ServerBinder.Create(null).Bind(builder, typeof(CodeFirstEcho), null, new CodeFirstEcho());
        return builder.Build();
    }

    private static ServerCredentials Credentials(X509Certificate2? certificate)
    {
        if (certificate is null)
        {
            return ServerCredentials.Insecure;
        }

        using var key = certificate.GetECDsaPrivateKey() ?? (AsymmetricAlgorithm?)certificate.GetRSAPrivateKey()
            ?? throw new CryptographicException("The key of the certificate is neither of ECDSA nor of RSA, which Grpc.Core needs.");
        return new SslServerCredentials([new KeyCertificatePair(certificate.ExportCertificatePem(), key.ExportPkcs8PrivateKeyPem())]);
    }
}
