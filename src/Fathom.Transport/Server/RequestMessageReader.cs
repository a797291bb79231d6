using System.IO.Pipelines;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>Reads the messages of one request. Owned by its call; one read at a time.</summary>
internal sealed class RequestMessageReader(HttpExchange exchange, MessageReader framing, MessageCompressor wire)
{
    // 0.1 ms at most with gzip, deflate and brotli. The 4 MiB that a message can have by default: 70 ms.
    private const int MaxInlineDecompression = 32 * 1024;

    // 5 ms at most: a message of 4 MiB can have 890,000 fields, which take 80.
    private const int MaxInlineDeserialization = 256 * 1024;

    private OperationGuard _reading;

    /// <summary>Reads the next message; Found is false at the end of the body. Completes synchronously when the message is
    /// buffered. A deadline ends a wait; the client's disconnecting does so by itself.</summary>
    public async ValueTask<(bool Found, T? Message)> ReadAsync<T>(Marshaller<T> marshaller, ServerCallDeadline? deadline)
    {
        _reading.Enter("read");
        try
        {
            var body = exchange.Request;
            for (var needed = 0; ;)
            {
                if (!TryRead(body, out var result))
                {
                    result = await WaitAsync(body, needed, deadline?.Token ?? CancellationToken.None);
                }

                var outcome = framing.Read(result.Buffer, result.IsCompleted);
                switch (outcome.State)
                {
                    case MessageState.Incomplete:
                        body.AdvanceTo(result.Buffer.Start, result.Buffer.End);
                        needed = outcome.BytesNeeded;
                        continue;
                    case MessageState.Message:
                        try
                        {
                            var turn = exchange.Turn;
                            if (turn?.Spend(outcome.IsCompressed ? MaxInlineDecompression : outcome.Payload.Length) ?? false)
                            {
                                await turn.EndAsync();
                            }

                            return (true, turn is { IsOnLoop: true } && IsLong(outcome)
                                ? await DeserializeAsync(marshaller, outcome, turn)
                                : Deserialize(marshaller, outcome, exchange.IsRequestDedicated));
                        }
                        finally
                        {
                            body.AdvanceTo(outcome.Payload.End);
                        }

                    case MessageState.Failed:
                        body.AdvanceTo(result.Buffer.End);
                        throw new RpcException(outcome.Failure);
                    default:
                        body.AdvanceTo(result.Buffer.End);
                        return (false, default);
                }
            }
        }
        finally
        {
            _reading.Exit();
        }
    }

    /// <summary>Reads the message of a method with a single request.</summary>
    public async ValueTask<T> ReadSingleAsync<T>(Marshaller<T> marshaller, ServerCallDeadline? deadline)
    {
        var (found, message) = await ReadAsync(marshaller, deadline);
        if (!found)
        {
            throw WrongMessageCount("none");
        }

        return (await ReadAsync(marshaller, deadline)).Found ? throw WrongMessageCount("more than one") : message!;
    }

    // What a reader keeps as it is costs nothing to deserialize.
    private bool IsLong(in MessageOutcome message) =>
        message.IsCompressed || (message.Payload.Length > MaxInlineDeserialization && !exchange.IsRequestDedicated);

    // What was allocated is what the handler holds, and how the message says it: four bytes can be an object of 80.
    private T Deserialize<T>(Marshaller<T> marshaller, in MessageOutcome message, bool isDedicated = false)
    {
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        var result = MessageSerializer.Deserialize(marshaller, message, framing, wire, isDedicated);
        exchange.OnMessageRead(GC.GetAllocatedBytesForCurrentThread() - allocated + (isDedicated ? message.Payload.Length : 0));
        return result;
    }

    // On the event loop. A compressed message of a few bytes can be one of megabytes: what is not small is decompressed on the pool.
    private async ValueTask<T> DeserializeAsync<T>(Marshaller<T> marshaller, MessageOutcome message, HandlerTurn turn)
    {
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        if (message.IsCompressed
            && MessageSerializer.TryDeserializeSmall(marshaller, message, framing, wire, MaxInlineDecompression, out var small))
        {
            exchange.OnMessageRead(GC.GetAllocatedBytesForCurrentThread() - allocated);
            return small;
        }

        try
        {
            return await Task.Run(() => Deserialize(marshaller, message));
        }
        finally
        {
            await turn.EndAsync();
        }
    }

    private static async ValueTask<ReadResult> WaitAsync(PipeReader body, int needed, CancellationToken token)
    {
        try
        {
            return needed == 0 ? await body.ReadAsync(token) : await body.ReadAtLeastAsync(needed, token);
        }
        catch (Exception e) when (e is IOException || (e is OperationCanceledException && !token.IsCancellationRequested))
        {
            throw Cancelled(e);
        }
    }

    // Kestrel's throws what it was reset with, also before it cancels the call's token.
    private static bool TryRead(PipeReader body, out ReadResult result)
    {
        try
        {
            return body.TryRead(out result);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            throw Cancelled(e);
        }
    }

    private static RpcException Cancelled(Exception e) => new(ServerCall.CancelledByClient, inner: e);

    private static RpcException WrongMessageCount(string found) =>
        new(new Status(StatusCode.Unimplemented, $"The method has exactly one request message, the client sent {found}."));
}
