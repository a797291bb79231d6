using Fathom.FunctionalTests.Cli;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The tests of foreign servers with gRPC C++, whose reflection is on its port of TLS.</summary>
[Peer(PeerAttribute.Cpp)]
public sealed class GrpcCppCallTests(GrpcCppServers servers) : ForeignCallTests(servers), IClassFixture<GrpcCppServers>
{
    private readonly GrpcCppServers _targets = servers;

    [Fact]
    [Shows(ShowsAttribute.Compression)]
    public async Task Messages_are_compressed_both_ways()
    {
        var payload = Convert.ToBase64String(new byte[2000]);

        var run = await FathomRun.OfAsync("call", _targets.Targets.Plain, "fathom.echo.Echo/Unary", "--proto", EchoProto, "-v",
            "--compression", "gzip", "-H", "x-compress: yes", "-d", $$"""{"payload":"{{payload}}"}""");

        run.ExitCode.ShouldBe(0, run.Error);
        run.Output.ShouldContain(payload);
        run.Error.ShouldContain("Encoding: gzip");
    }

    [Fact]
    [Shows(ShowsAttribute.ReflectionAlpha)]
    public async Task Its_services_are_listed_described_and_called_by_reflection()
    {
        string[] way = [_targets.Targets.Tls, "--cacert", _targets.Targets.Certificate];

        (await FathomRun.OutputOfAsync(["list", .. way])).ShouldContain("fathom.echo.Echo\n");
        (await FathomRun.OutputOfAsync(["describe", way[0], "fathom.echo.Echo", .. way[1..]])).ShouldContain(
            "rpc DuplexStream(stream fathom.echo.EchoRequest) returns (stream fathom.echo.EchoReply)");
        (await FathomRun.OutputOfAsync(["call", way[0], "fathom.echo.Echo/Unary", .. way[1..], "-d", """{"payload":"aGk="}"""]))
            .ShouldContain("\"payload\": \"aGk=\"");
    }
}
