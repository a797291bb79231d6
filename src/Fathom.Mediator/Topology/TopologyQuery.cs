using System.Buffers;
using Fathom.Contracts.Generated;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Topology;

/// <summary>Queries the topology of another node. An answer beyond <see cref="TopologyLimits.MaxAnswerBytes"/> is refused before it is
/// read: a few bytes can stand for many objects.</summary>
internal static class TopologyQuery
{
    private static readonly Method<TopologyRequest, TopologyResponse> Method = new(MethodKind.Unary, "fathom.mediator.v1.Graph", "Look",
        new ContractMarshaller<TopologyRequest>(ofRequests: true), new AnswerMarshaller());

    public static Task<TopologyResponse> SendAsync(Channel channel, TopologyRequest request, CallOptions options) =>
        channel.UnaryAsync(Method, request, options);

    private sealed class AnswerMarshaller : Marshaller<TopologyResponse>
    {
        private readonly ContractMarshaller<TopologyResponse> _contract = new(ofRequests: false);

        public override int GetSize(TopologyResponse value) => _contract.GetSize(value);

        public override void Serialize(TopologyResponse value, IBufferWriter<byte> output) => _contract.Serialize(value, output);

        public override TopologyResponse Deserialize(in ReadOnlySequence<byte> bytes) => bytes.Length <= TopologyLimits.MaxAnswerBytes
            ? _contract.Deserialize(bytes)
            : throw new RpcException(new Status(StatusCode.ResourceExhausted,
                $"The node's topology has {bytes.Length} bytes: up to {TopologyLimits.MaxAnswerBytes} are accepted."));
    }
}
