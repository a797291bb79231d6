using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>Notifications of gRPC clients that are no nodes, with and without metadata.</summary>
public class NotificationMetadataTests
{
    private static readonly Method<byte[], byte[]> Publish = new(MethodKind.Unary, "Fathom.FunctionalTests.Mediator.BingHandler", "Publish",
        new BytesMarshaller(), new BytesMarshaller());

    [Fact]
    public async Task A_client_that_knows_nothing_of_ids_tells_all_nodes_too()
    {
        await using var graph = new Graph(Graph.Complete(3));
        await using var channel = new NativeChannel(new ChannelOptions { Address = graph.Nodes[1].Node.Address! });

        await channel.UnaryAsync(Publish, [8, 5]);

        graph.Nodes.ShouldAllBe(n => n.Log.Bings.SequenceEqual(new[] { 5 }));
    }

    [Theory]
    [InlineData("fathom-notification-id", "42", "32 hexadecimal digits is accepted.")]
    [InlineData("fathom-hops", "256", "0 to 255 is accepted.")]
    public async Task Metadata_that_is_none_is_refused(string key, string value, string accepted)
    {
        await using var node = TestNode.Start("node", FreePort.Next());
        await using var channel = new NativeChannel(new ChannelOptions { Address = node.Node.Address! });
        Metadata headers = [];
        headers.Add(key, value);
        if (key == "fathom-hops")
        {
            headers.Add("fathom-notification-id", Guid.Empty.ToString("N"));
        }

        var failure = await Should.ThrowAsync<RpcException>(() => channel.UnaryAsync(Publish, [], new CallOptions { Headers = headers }));

        failure.Status.ShouldBe(new Status(StatusCode.InvalidArgument, $"Metadata '{key}' is '{value}': {accepted}"));
        node.Log.Bings.ShouldBeEmpty();
    }
}
