using Google.Protobuf;
using Grpc.Core;

namespace Fathom.Plants;

/// <summary>The service of plant.proto: each call does what the plant says.</summary>
internal sealed class PlantService(PlantedMethod method) : Plant.PlantBase
{
    public override async Task<Blob> Call(Blob request, ServerCallContext context)
    {
        await method.WorkAsync();
        return new Blob { Payload = method.MakeReply?.Invoke() ?? method.Reply };
    }

    // A reader that takes one message, then works, and reads the rest afterwards.
    public override async Task<Blob> Upload(IAsyncStreamReader<Blob> requestStream, ServerCallContext context)
    {
        await requestStream.MoveNext(context.CancellationToken);
        await method.WorkAsync().WaitAsync(context.CancellationToken);
        while (await requestStream.MoveNext(context.CancellationToken))
        {
        }

        return new Blob { Payload = method.Reply };
    }

    // Small messages with pauses, as events come: each a write of its own.
    public override async Task Stream(Blob request, IServerStreamWriter<Blob> responseStream, ServerCallContext context)
    {
        for (var i = 0; i < method.Messages; i++)
        {
            await responseStream.WriteAsync(new Blob { Payload = method.Reply });
            await method.WorkAsync();
        }
    }
}

/// <summary>What a call of a planted service does.</summary>
/// <param name="WorkAsync">Its work.</param>
internal sealed record PlantedMethod(Func<Task> WorkAsync)
{
    /// <summary>The payload of its reply.</summary>
    public ByteString Reply { get; init; } = ByteString.Empty;

    /// <summary>Makes the payload of each reply; null where all have the same.</summary>
    public Func<ByteString>? MakeReply { get; init; }

    /// <summary>Messages of a stream.</summary>
    public int Messages { get; init; } = 1;
}
