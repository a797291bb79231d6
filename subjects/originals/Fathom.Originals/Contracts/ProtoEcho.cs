using Grpc.Core;

namespace Fathom.Originals.Contracts;

/// <summary>The service of echo.proto, for a server of either library. One instance may serve all calls.</summary>
public sealed class ProtoEcho : Echo.EchoBase
{
    /// <inheritdoc/>
    public override Task<EchoReply> Unary(EchoRequest request, ServerCallContext context) =>
        Task.FromResult(new EchoReply { Payload = request.Payload, TotalBytes = request.Payload.Length });
}
