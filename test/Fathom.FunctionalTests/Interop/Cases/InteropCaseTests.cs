using Fathom.FunctionalTests.Transport;
using Fathom.Transport.Client;
using Fathom.Transport.Compression;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Interop.Cases;

/// <summary>
/// gRPC's interoperability cases by their names (grpc: doc/interop-test-descriptions.md), each both ways against grpc-go, grpcio and
/// Grpc.AspNetCore with Grpc.Net.Client. Left out are the cases of credentials, which need accounts of a cloud, and of load balancing.
/// Whether messages were compressed is checked on our side, in place of the cases' probe: no handler sees it.
/// </summary>
public sealed class InteropCaseTests(InteropPeers peers) : IClassFixture<InteropPeers>
{
    // grpc-go 1.33 says of no encoding that it accepts it, and its server compresses a reply where the request was compressed.
    private static readonly string[] NotOfGo = ["server_compressed_unary", "server_compressed_streaming"];

    private static readonly Dictionary<string, (int Received, int Sent)> Compressed = new()
    {
        ["client_compressed_unary"] = (1, 0), ["client_compressed_streaming"] = (2, 0),
        ["server_compressed_unary"] = (0, 1), ["server_compressed_streaming"] = (0, 2),
    };

    public static TheoryData<string, string> OfOurClient =>
        [.. from peer in InteropPeers.Names from name in InteropClient.Cases.Keys
            where peer != InteropPeers.Go || !NotOfGo.Contains(name) select (name, peer)];

    public static TheoryData<string, WireProtocol> OfWeb =>
        [.. from name in InteropClient.Cases.Keys from web in new[] { WireProtocol.GrpcWeb, WireProtocol.GrpcWebHttp1 } select (name, web)];

    public static TheoryData<string, string> OfOurHost =>
        [.. from peer in InteropPeers.Names from name in InteropClient.Cases.Keys
            where peer != InteropPeers.Go || !NotOfGo.Contains(name) select (name, peer)];

    [Theory]
    [MemberData(nameof(OfOurClient))]
    public async Task Our_client_passes(string name, string server)
    {
        using var channel = new NativeChannel(new ChannelOptions { Address = await peers.ServerAsync(server) });

        await InteropClient.Cases[name](channel);
    }

    [Theory]
    [MemberData(nameof(OfWeb))]
    public async Task Our_client_passes_by_gRPC_Web(string name, WireProtocol protocol)
    {
        await using var server = await GrpcAspNetCoreServer.StartAsync(
            protocol == WireProtocol.GrpcWeb ? HttpProtocols.Http2 : HttpProtocols.Http1);
        using var channel = new NativeChannel(new NativeChannelOptions { Address = new Uri(server.Urls.Single()), Protocol = protocol });

        await InteropClient.Cases[name](channel);
    }

    [Theory]
    [MemberData(nameof(OfOurHost))]
    public async Task Our_host_passes(string name, string client)
    {
        if (client == InteropPeers.Dotnet)
        {
            await using var host = await Stack.Native.ServeAsync([InteropService.Define()]);
            using var channel = GrpcChannel.ForAddress(host.Address);
            await GrpcNetClient.Cases[name](channel.CreateCallInvoker());
            ShouldHaveCounted(name, host.Wire);
            return;
        }

        var lines = await peers.RunAsync(client);
        lines.ShouldContain($"PASS {name}", string.Join('\n', lines.Where(line => !line.StartsWith("PASS", StringComparison.Ordinal))));
    }

    [Fact]
    public async Task Clients_in_other_processes_run_these_cases_and_compressed_what_they_say()
    {
        foreach (var client in InteropPeers.Names.Where(name => name != InteropPeers.Dotnet))
        {
            var ofGo = client == InteropPeers.Go;
            (await peers.RunAsync(client)).Select(line => line.Split(' ', ':')[1])
                .ShouldBe(InteropClient.Cases.Keys.Where(name => !ofGo || !NotOfGo.Contains(name)));
            var wire = peers.WireOf(client);
            (wire.Received.Compressed, wire.Sent.Compressed).ShouldBe((3, ofGo ? 0 : 3), client);
        }
    }

    private static void ShouldHaveCounted(string name, WireTotals wire) =>
        (wire.Received.Compressed, wire.Sent.Compressed).ShouldBe(Compressed.GetValueOrDefault(name));
}
