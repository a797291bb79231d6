using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>
/// Our clients, without a certificate, at a server with OpenSSL that asks for one. With TLS 1.3 the handshake is over for the client when
/// the server's alert
/// <c>certificate_required</c> comes (RFC 8446 section 4.4.2.4); before, the alert is the handshake's failure.
/// </summary>
public abstract class ClientCertificateTests(Stack stack) : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-tls-");

    [Theory]
    [InlineData("TLSv1_3")]
    [InlineData("TLSv1_2")]
    public async Task A_server_that_misses_the_clients_certificate_is_named_as_such(string version)
    {
        var python = Requires.Program(TestPrerequisites.Python3);
        using var certificate = EphemeralCertificate.Create();
        var pem = certificate.ExportCertificatePem();
        await using var server = ChildProcess.Start(
            python,
            ForeignGrpc.FileOf("tls_server.py"),
            await FileAsync("certificate.pem", pem),
            await FileAsync("key.pem", certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem()),
            version);
        await Eventually.HoldsAsync(() => server.Lines.Count > 0 || server.HasExited, "the server says where it listens");
        server.Lines.ShouldNotBeEmpty(server.Errors);
        var port = int.Parse(server.Lines[0], CultureInfo.InvariantCulture);
        using var channel = stack.Channel(new ChannelOptions { Address = new Uri($"https://127.0.0.1:{port}"),
            Tls = ChannelTls.TrustPem(pem) });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable, failure.Status.Detail);
        failure.Status.Detail.ShouldContain("The server may require a client certificate");
        failure.Status.Detail.ShouldContain($"{nameof(ChannelTls)}.{nameof(ChannelTls.ClientCertificate)}");
        await Eventually.HoldsAsync(() => server.Lines.Any(
            line => line.Contains("PEER_DID_NOT_RETURN_A_CERTIFICATE", StringComparison.Ordinal)), "the server missed it");
    }

    public void Dispose()
    {
        _folder.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    private async Task<string> FileAsync(string name, string content)
    {
        var path = Path.Combine(_folder.FullName, name);
        await File.WriteAllTextAsync(path, content);
        return path;
    }

    public sealed class ByHttpClient() : ClientCertificateTests(Stack.Framework);

    public sealed class ByNative() : ClientCertificateTests(Stack.Native);
}
