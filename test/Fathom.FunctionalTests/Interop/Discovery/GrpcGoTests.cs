using Fathom.FunctionalTests.Cli;
using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop.Discovery;

/// <summary>grpc-go on both sides: its server as <c>fathom list</c>, <c>describe</c> and <c>call</c> see it by reflection of
/// version v1alpha, and its client on the reflection of our hosts.</summary>
public class GrpcGoTests
{
    [Fact]
    [Peer(PeerAttribute.Go)]
    [Shows(ShowsAttribute.Unary, ShowsAttribute.Duplex, ShowsAttribute.ReflectionAlpha)]
    public async Task Its_services_are_listed_described_and_called_by_reflection()
    {
        await using var server = ChildProcess.Start(await GrpcGo.CompileAsync("discovery"), "serve");
        var target = await TargetAsync(server);

        (await FathomRun.OutputOfAsync("list", target)).Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .ShouldBe(["grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection", "grpc.testing.TestService"]);
        (await FathomRun.OutputOfAsync("describe", target, "grpc.testing.TestService"))
            .ShouldContain("rpc FullDuplexCall(stream grpc.testing.SimpleRequest) returns (stream grpc.testing.SimpleResponse)");
        (await CallAsync("grpc.health.v1.Health/Check", "{}")).ShouldContain("SERVING");
        (await CallAsync("grpc.testing.TestService/FullDuplexCall", """{"id":7}{"id":8}""")).ShouldContain("\"id\": 8");
        if (!Thorough.IsOn)
        {
            // The other kinds are read from the same descriptor.
            return;
        }

        (await CallAsync("grpc.testing.TestService/UnaryCall", """{"id":7}""")).ShouldContain("\"id\": 7");
        (await CallAsync("grpc.testing.TestService/ClientStreamCall", """[{"id":7},{"id":8}]""")).ShouldContain("\"id\": 15");
        (await CallAsync("grpc.testing.TestService/ServerStreamCall", """{"id":3}""")).Split("\"id\"").Length.ShouldBe(4);

        async Task<string> CallAsync(string method, string data) => await FathomRun.OutputOfAsync("call", target, method, "-d", data);
    }

    [Theory]
    [InlineData("native", "proto")]
    [InlineData("native", "code-first")]
    [InlineData("kestrel", "code-first")]
    public async Task Its_client_reads_our_descriptors_and_our_health(string host, string contract)
    {
        var program = await GrpcGo.CompileAsync("discovery");
        await using var served = await DescribedHost.StartAsync(host, contract);

        var client = await ChildProcess.RunAsync(program, "read", served.Address.Authority);

        client.ExitCode.ShouldBe(0, client.Errors);
        client.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)[..5].ShouldBe(
            ["fathom.download.Downloads", "fathom.echo.Echo", "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
                "grpc.reflection.v1alpha.ServerReflection"]);
        client.Output.ShouldContain("fathom.echo.Echo.DuplexStream fathom.echo.EchoRequest");
        client.Output.ShouldContain("grpc.health.v1.Health.Watch grpc.health.v1.HealthCheckRequest");
        client.Output.TrimEnd().ShouldEndWith("health 1");
    }

    private static async Task<string> TargetAsync(ChildProcess server)
    {
        await Eventually.HoldsAsync(() => server.Lines.Count > 0 || server.HasExited, "grpc-go says where it listens");
        server.Lines.ShouldNotBeEmpty(server.Errors);
        return $"127.0.0.1:{server.Lines[0].Split(' ')[1]}";
    }
}
