using Fathom.FunctionalTests.Cli.Servers;
using Fathom.FunctionalTests.Interop.Cases;
using Fathom.Records.Loads;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using static Fathom.FunctionalTests.Interop.Compatibility.ShowsAttribute;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The commands on servers of Grpc.AspNetCore through tunnels of tinyproxy.</summary>
[Peer(PeerAttribute.Tinyproxy)]
public sealed class TinyproxyTests
{
    private const string Service = "grpc.testing.TestService";

    private static readonly string Proto = Repository.PathOf("test/Fathom.FunctionalTests/Interop/Cases/interop.proto");

    [Fact]
    [Shows(Tunnel, Unary, ClientStream, ServerStream, Duplex, Metadata, Statuses, Details, Endings, Compression, Limits, Files,
        ShowsAttribute.Load)]
    public async Task Calls_of_every_kind_and_load_go_through()
    {
        await using var proxy = await Tinyproxy.StartAsync();
        await using var server = await GrpcAspNetCoreServer.StartAsync(address: await Tinyproxy.AddressAsync());
        var target = $"http://{Tinyproxy.Name}:{new Uri(server.Urls.Single()).Port}";
        using var folder = new TemporaryFolder();
        await proxy.OutputOfAsync("describe", "--proto", Proto, "--protoset-out", folder.PathOf("set"));
        var sizes = string.Join(',', Enumerable.Repeat("""{"size":500000}""", 64));

        var echoed = await CallAsync("UnaryCall", """{"responseSize":3000,"responseCompressed":{"value":true}}""", "-v", "--compression",
            "gzip", "-H", "x-grpc-test-echo-initial: here");
        (echoed.ExitCode, echoed.Error.Contains("Encoding: gzip", StringComparison.Ordinal)).ShouldBe((0, true), echoed.Error);
        echoed.Error.ShouldContain("x-grpc-test-echo-initial: here");
        (await CallAsync("StreamingInputCall", """[{"payload":{"body":"AAAA"}},{"payload":{"body":"AAAA"}}]""")).Output
            .ShouldContain("\"aggregatedPayloadSize\": 6");
        (await CallAsync("StreamingOutputCall", $$"""{"responseParameters":[{{sizes}}]}""")).Output.Length
            .ShouldBeGreaterThan(64 * 500_000);
        (await CallAsync("FullDuplexCall", """{"responseParameters":[{"size":1}]}{"responseParameters":[{"size":2}]}""")).Output
            .Split("body").Length.ShouldBe(3);
        var refused = await CallAsync("UnaryCall", """{"responseStatus":{"code":9,"message":"not now"}}""");
        refused.ExitCode.ShouldBe(64 + 9, refused.Error);
        refused.Error.ShouldContain("\"value\": \"not now\"");
        var late = await CallAsync("StreamingOutputCall", """{"responseParameters":[{"intervalUs":60000000}]}""", "--deadline", "300ms");
        late.ExitCode.ShouldBe(64 + 4, late.Error);
        (await proxy.OutputOfAsync("call", target, $"{Service}/EmptyCall", "--protoset", folder.PathOf("set"))).ShouldContain("{");
        var run = await proxy.RunAsync("load", target, "--call", $"{Service}/EmptyCall", "--proto", Proto, "-n", "1000", "-c", "20",
            "--connections", "2", "-q", "-o", folder.Path);
        var record = LoadRecordJson.Read(folder.PathOf("load.json"));
        (record.Calls, record.Failed).ShouldBe((1000, 0), run.Error);

        Task<Cli.FathomRun> CallAsync(string method, string data, params string[] flags) =>
            proxy.RunAsync(["call", target, $"{Service}/{method}", "--proto", Proto, "-d", data, .. flags]);
    }

    [Fact]
    [Shows(ShowsAttribute.Reflection, Tls, Web)]
    public async Task So_do_reflection_TLS_and_gRPC_Web()
    {
        await using var proxy = await Tinyproxy.StartAsync();
        using var certificate = EphemeralCertificate.Create();
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.PathOf("ca.pem"), certificate.ExportCertificatePem());
        var address = await Tinyproxy.AddressAsync();
        await using var secured = await StartAsync(o => o.UseHttps(certificate), HttpProtocols.Http2);
        await using var web = await StartAsync(_ => { }, HttpProtocols.Http1);

        (await proxy.OutputOfAsync("list", $"https://{TargetOf(secured)}", "--cacert", folder.PathOf("ca.pem"), "--servername",
            "localhost")).ShouldContain("grpc.health.v1.Health");
        (await proxy.OutputOfAsync("call", $"http://{TargetOf(web)}", "grpc.health.v1.Health/Check", "--protocol", "grpc-web-http1"))
            .ShouldContain("SERVING");

        Task<HealthServer> StartAsync(Action<ListenOptions> configure, HttpProtocols protocols) => HealthServer.StartAsync(
            k => k.Listen(address, 0, o =>
            {
                o.Protocols = protocols;
                configure(o);
            }), a => a.UseGrpcWeb(new GrpcWebOptions { DefaultEnabled = true }));
    }

    private static string TargetOf(HealthServer server) => $"{Tinyproxy.Name}:{server.Target.Split(':')[^1]}";
}
