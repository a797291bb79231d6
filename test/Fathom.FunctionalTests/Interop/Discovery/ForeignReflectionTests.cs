using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Interop.Discovery;

/// <summary>A client that is not ours reads the reflection of our hosts, and calls by what it read.</summary>
public class ForeignReflectionTests
{
    [Theory]
    [InlineData("native", "proto", "v1")]
    [InlineData("native", "code-first", "v1alpha")]
    [InlineData("kestrel", "code-first", "v1")]
    public async Task Grpcio_reads_our_descriptors_and_calls_by_them(string host, string contract, string version)
    {
        Requires.Present(TestPrerequisites.PythonGrpc);
        await using var served = await DescribedHost.StartAsync(host, contract);

        var client = await ChildProcess.RunAsync(Requires.Program(TestPrerequisites.PythonGrpc),
            ForeignGrpc.FileOf("discovery_client.py"), $"{served.Address.Port}", version);

        client.ExitCode.ShouldBe(0, client.Errors);
        client.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldBe(
            ["fathom.download.Downloads", "fathom.echo.Echo", "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
                "grpc.reflection.v1alpha.ServerReflection", "health 1", "total 5"]);
    }
}
