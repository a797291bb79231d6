using Fathom.FunctionalTests.Cli;
using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.Records.Loads;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop.Cases;

/// <summary>The commands on the servers of the interoperability cases, which offer no reflection.</summary>
public sealed class InteropCommandTests(InteropPeers peers) : IClassFixture<InteropPeers>
{
    [Theory]
    [InlineData(InteropPeers.Go)]
    [InlineData(InteropPeers.Python)]
    [InlineData(InteropPeers.Dotnet)]
    [Peer(PeerAttribute.Go)]
    [Peer(PeerAttribute.Python)]
    [Peer(PeerAttribute.AspNetCore)]
    [Shows(ShowsAttribute.Files, ShowsAttribute.Load, ShowsAttribute.Limits)]
    public async Task Large_streams_by_proto_and_protoset_and_load_succeed(string peer)
    {
        var target = (await peers.ServerAsync(peer)).Authority;
        var proto = Repository.PathOf("test/Fathom.FunctionalTests/Interop/Cases/interop.proto");
        using var folder = new TemporaryFolder();
        await FathomRun.OutputOfAsync("describe", "--proto", proto, "--protoset-out", folder.PathOf("set"));
        var sizes = string.Join(',', Enumerable.Repeat("""{"size":500000}""", 64));

        foreach (var schema in new string[][] { ["--proto", proto], ["--protoset", folder.PathOf("set")] })
        {
            (await FathomRun.OutputOfAsync(["call", target, "grpc.testing.TestService/StreamingOutputCall", .. schema, "-d",
                $$"""{"responseParameters":[{{sizes}}]}"""])).Length.ShouldBeGreaterThan(64 * 500_000);
        }

        var run = await FathomRun.OfAsync("load", target, "--call", "grpc.testing.TestService/UnaryCall", "--proto", proto, "-d",
            """{"responseSize":100}""", "-n", "1000", "-c", "20", "--connections", "2", "-q", "-o", folder.Path);
        var record = LoadRecordJson.Read(folder.PathOf("load.json"));
        (record.Calls, record.Failed).ShouldBe((1000, 0), run.Error);
    }
}
