namespace Fathom.Originals.Contracts.CodeFirst;

/// <summary>The service of <see cref="IEcho"/>, for a server of either library. One instance may serve all calls.</summary>
public sealed class CodeFirstEcho : IEcho
{
    /// <inheritdoc/>
    public Task<EchoReply> UnaryAsync(EchoRequest request) =>
        Task.FromResult(new EchoReply { Payload = request.Payload, TotalBytes = request.Payload.Length });
}
