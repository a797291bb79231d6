using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Cli;

/// <summary>Answers that are not from the service: <c>fathom call</c> names the status, who answered, and the flag that helps.</summary>
public class ForeignAnswerTests
{
    private static readonly string[] Unary =
        ["fathom.echo.Echo/Unary", "--proto", Repository.PathOf("subjects/Fathom.Subjects/Echo/echo.proto")];

    [Theory]
    [InlineData(400, "Internal (13)")]
    [InlineData(401, "Unauthenticated (16)")]
    [InlineData(403, "PermissionDenied (7)")]
    [InlineData(404, "Unimplemented (12)")]
    [InlineData(429, "Unavailable (14)")]
    [InlineData(502, "Unavailable (14)")]
    [InlineData(503, "Unavailable (14)")]
    [InlineData(504, "Unavailable (14)")]
    [InlineData(500, "Unknown (2)")]
    public async Task An_HTTP_status_is_the_gRPC_status_of_the_specification_with_who_answered(int http, string status)
    {
        await using var server = await WebServer.StartAsync(http, server: "edge/1.2");
        var run = await FathomRun.OfAsync(["call", server.Urls.Single(), .. Unary]);

        run.Error.ShouldBe($"Status: {status}: the answer is HTTP status {http} (server: edge/1.2), and not gRPC\n");
        $"{run.ExitCode - 64}".ShouldBe(status.Split('(', ')')[1]);
        run.Output.ShouldBe("");
    }

    [Fact]
    public async Task Reflection_that_a_proxy_answers_says_so()
    {
        await using var server = await WebServer.StartAsync(403, server: "edge/1.2");
        var run = await FathomRun.OfAsync("list", server.Urls.Single());

        run.Error.ShouldContain("HTTP status 403 (server: edge/1.2)");
        run.Error.ShouldContain("PermissionDenied");
        run.ExitCode.ShouldBe(3);
    }

    [Theory]
    [InlineData("http://")]
    [InlineData("")]
    public async Task A_port_of_Kestrel_that_speaks_HTTP_1_1_is_told_with_its_setting(string scheme)
    {
        await using var server = await WebServer.StartAsync(200, HttpProtocols.Http1);
        var run = await FathomRun.OfAsync(["call", $"{scheme}{new Uri(server.Urls.Single()).Authority}", .. Unary]);

        var load = await FathomRun.OfAsync("load", server.Urls.Single(), "--call", Unary[0], "--proto", Unary[2], "-n", "1");
        var doctor = await FathomRun.OfAsync("doctor", server.Urls.Single(), "--call", Unary[0], "--proto", Unary[2]);

        doctor.Error.ShouldContain("This port speaks HTTP/1.1: set Kestrel's Protocols to Http2");
        doctor.Error.ShouldNotContain("--protocol");
        doctor.ExitCode.ShouldBe(3);
        load.Error.ShouldContain("gRPC-Web, where the server has it, needs --protocol grpc-web-http1");
        run.Error.ShouldNotContain("cannot be reached");
        run.Error.ShouldContain("This port speaks HTTP/1.1: set Kestrel's Protocols to Http2");
        run.Error.ShouldContain("gRPC-Web, where the server has it, needs --protocol grpc-web-http1");
        run.ExitCode.ShouldBe(3);
    }

    [Fact]
    public async Task What_TLS_needs_is_said_by_flags_and_a_pfx_is_a_certificate_with_its_key()
    {
        using var certificate = EphemeralCertificate.Create();
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            Tls = new NativeHostTls { Certificate = certificate, ClientRoots = [certificate] },
        });
        using var folder = new TemporaryFolder();
        var (roots, pfx) = (Path.Combine(folder.Path, "roots.pem"), Path.Combine(folder.Path, "client.pfx"));
        await File.WriteAllTextAsync(roots, certificate.ExportCertificatePem(), TestContext.Current.CancellationToken);
        await File.WriteAllBytesAsync(pfx, certificate.Export(X509ContentType.Pkcs12, "secret"), TestContext.Current.CancellationToken);
        string[] call = ["call", host.Address.AbsoluteUri.TrimEnd('/'), .. Unary];

        var untrusted = await FathomRun.OfAsync(call);
        untrusted.Error.ShouldContain("give its root certificate with --cacert, or --insecure");
        untrusted.Error.ShouldNotContain("ChannelTls");
        var without = await FathomRun.OfAsync([.. call, "--cacert", roots]);
        without.Error.ShouldContain("give one that it trusts with --cert and --key");
        without.Error.ShouldNotContain("ChannelTls");
        (untrusted.ExitCode, without.ExitCode).ShouldBe((3, 3));
        (await FathomRun.OfAsync([.. call, "--cacert", roots, "--cert", pfx])).Error.ShouldContain("--cert-password");
        (await FathomRun.OfAsync([.. call, "--cacert", roots, "--cert", pfx, "--key", pfx])).Error.ShouldContain("leave --key out");
        await FathomRun.OutputOfAsync([.. call, "--cacert", roots, "--cert", pfx, "--cert-password", "secret"]);
        (await FathomRun.WithAsync(new Dictionary<string, string> { ["FATHOM_CALL_CERT_PASSWORD"] = "secret" },
            [.. call, "--cacert", roots, "--cert", pfx])).ExitCode.ShouldBe(0);
    }
}
