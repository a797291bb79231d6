using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Cli;
using Fathom.FunctionalTests.Interop.Discovery;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>What grpc-go's server is called over, and what it sends beside messages.</summary>
[Peer(PeerAttribute.Go)]
public sealed class GrpcGoRouteTests
{
    private const string Method = "grpc.testing.TestService/UnaryCall";

    private static readonly string[] Proto = ["--proto", Repository.PathOf("test/Fathom.FunctionalTests/Interop/Cases/interop.proto")];

    [Fact]
    [Shows(ShowsAttribute.Socket, ShowsAttribute.Tls, ShowsAttribute.Details, ShowsAttribute.Compression)]
    public async Task It_is_called_over_TLS_and_a_Unix_domain_socket_with_compression_and_details_of_statuses()
    {
        var program = await GrpcGo.CompileAsync("interop");
        using var folder = new TemporaryFolder();
        var (socket, pem, key) = (folder.PathOf("socket"), folder.PathOf("certificate.pem"), folder.PathOf("key.pem"));
        using var certificate = EphemeralCertificate.Create();
        await File.WriteAllTextAsync(pem, certificate.ExportCertificatePem());
        await File.WriteAllTextAsync(key, certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        await using var server = ChildProcess.Start(program, "serve", socket, pem, key);
        await Eventually.HoldsAsync(() => server.Lines.Count > 0 || server.HasExited, "grpc-go says where it listens");
        server.Lines.ShouldNotBeEmpty(server.Errors);
        var plain = $"127.0.0.1:{server.Lines[0].Split(' ')[1]}";

        const string ThreeBytes = """{"responseSize":3}""";
        var ofSocket = await CallAsync($"unix:{socket}", ThreeBytes);
        ofSocket.Output.ShouldContain("\"body\": \"AAAA\"", customMessage: ofSocket.Error);
        var overTls = await CallAsync($"localhost:{server.Lines[0].Split(' ')[2]}", ThreeBytes, "--cacert", pem);
        overTls.Output.ShouldContain("\"body\": \"AAAA\"", customMessage: overTls.Error);
        // It replies in the encoding of the request.
        (await CallAsync(plain, """{"responseSize":2000,"payload":{"body":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}""", "-v",
            "--compression", "gzip")).Error.ShouldContain("Encoding: gzip");
        var refused = await CallAsync(plain, """{"responseStatus":{"code":9,"message":"twice"}}""");
        refused.ExitCode.ShouldBe(64 + 9, refused.Error);
        refused.Error.ShouldContain("\"value\": \"twice\"");

        static Task<FathomRun> CallAsync(string target, string data, params string[] flags) =>
            FathomRun.OfAsync(["call", target, Method, .. Proto, "-d", data, .. flags]);
    }
}
