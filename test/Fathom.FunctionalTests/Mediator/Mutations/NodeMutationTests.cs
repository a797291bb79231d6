using System.Net;
using System.Net.Http.Headers;
using Fathom.Contracts;
using Fathom.FunctionalTests.Mediator.Certificates;
using Fathom.Mediator.Remotes;
using Fathom.TestKit;
using Fathom.Wire.Http2;

namespace Fathom.FunctionalTests.Mediator.Mutations;

/// <summary>A member of the network that sends what nobody who means well sends, through a node's own port, over mutual TLS.</summary>
[Collection(Alone.Name)]
public class NodeMutationTests(ITestOutputHelper output)
{
    private const long MostGrowth = 64 << 20;
    private const string Malformed = "RST_STREAM PROTOCOL_ERROR";
    private const string Package = "/Fathom.FunctionalTests.Mediator.";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private static readonly (string Path, byte[] Message)[] Messages =
    [
        ($"{Package}PingHandler/Send", ContractSerializer.ToArray(new Ping(Transport.Messages.Pattern(50)))),
        ($"{Package}BingHandler/Publish", ContractSerializer.ToArray(new Bing(7, "nowhere"))),
        ($"{Package}NumbersHandler/Stream", ContractSerializer.ToArray(new Numbers(3))),
        ("/fathom.mediator.v1.Graph/Look", [0x0a, 16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0x10, 1]),
        ("/fathom.mediator.certificates.v1.Renewal/Renew", [0x0a, 3, 97, 46, 98, 0x12, 2, 1, 2, 0x1a, 2, 3, 4]),
    ];

    [Fact]
    public async Task Mutated_messages_neither_stop_a_node_nor_fill_its_memory()
    {
        await using var network = new Network();
        await using var member = await network.JoinAsync("south");
        await using var red = TestNode.Start("red", FreePort.Next(), change: s => s.Notifications.RememberedCount = 1000,
            tls: new CertificateTls(network.North.Certificates));

        // Each sender on a connection of its own: one in six is malformed and costs a reset, of which a connection has 1,000 a second
        // (Http2Limits).
        var clients = Enumerable.Range(0, Storm.Senders).Select(_ => Client(member)).ToArray();
        var (ends, growth) = await Storm.RunAsync((sender, mutation) => SendAsync(clients[sender], red.Node.Address!, mutation));
        Array.ForEach(clients, client => client.Dispose());

        output.WriteLine($"{string.Join(", ", ends)}; memory in use grew by {growth} bytes over the second half");
        ends.Values.Sum().ShouldBe(Storm.Count / 2 * 2);

        // 4 is a deadline that came, as that of a stream of which a changed byte asks very many items; 12 a codec that nobody knows.
        ends.Keys.ShouldBeSubsetOf(["200 0", "200 3", "200 4", "200 8", "200 12", "200 13", Malformed], string.Join(", ", ends));
        ends["200 0"].ShouldBeGreaterThan(Storm.Count / 20, "some are whole yet");
        ends["200 3"].ShouldBeGreaterThan(Storm.Count / 10, "most mutations do damage");
        growth.ShouldBeLessThan(MostGrowth);
        await using var channel = new Fathom.Transport.Client.NativeChannel(
            new() { Address = red.Node.Address!, Tls = member.Certificates.ChannelTls() });
        (await Fathom.Mediator.Topology.NetworkTopology.GetTopologyAsync(channel)).NodeCount.ShouldBe(1, "it is served as before");
        red.Lines.Lines.ShouldNotContain(l => l.StartsWith("Error", StringComparison.Ordinal));
    }

    private static HttpClient Client(SecuredNode member) =>
        new(new SocketsHttpHandler { SslOptions = member.Certificates.ChannelTls().SslOptionsFactory!() })
    {
        Timeout = Patience,
    };

    // How it ended, in HTTP's words and gRPC's.
    private static async Task<string> SendAsync(HttpClient client, Uri address, Mutation mutation)
    {
        var (path, message) = mutation.Pick(Messages);
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(address, path))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(mutation.Framed(mutation.Of(message))),
        };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/grpc");
        request.Headers.Add("te", "trailers");
        request.Headers.TryAddWithoutValidation("grpc-timeout", mutation.Timeout());
        if (mutation.Seldom())
        {
            request.Headers.TryAddWithoutValidation("grpc-encoding", mutation.Pick("gzip", "lz4", "identity", "zip", ""));
        }

        foreach (var (name, value) in mutation.Metadata())
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        HttpResponseMessage response;
        try
        {
            response = await client.SendAsync(request);
            await response.Content.ReadAsByteArrayAsync();
        }
        catch (HttpRequestException e) when (e.InnerException is HttpProtocolException { ErrorCode: (long)Http2ErrorCode.ProtocolError })
        {
            // A value with a blank at its end, for one (RFC 9113 section 8.2.1).
            return Malformed;
        }

        var status = response.TrailingHeaders.TryGetValues("grpc-status", out var trailer) ? trailer
            : response.Headers.TryGetValues("grpc-status", out var header) ? header : ["none"];
        return $"{(int)response.StatusCode} {status.Single()}";
    }
}
