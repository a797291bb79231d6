using System.Buffers;
using System.Buffers.Binary;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;

namespace Fathom.Plants.Connections;

/// <summary>
/// A middleware of connections that looks at each request before it passes it on, one after another, as an inspecting proxy or a quota per
/// connection does: the requests of one connection wait for each other, those of several do not.
/// </summary>
internal sealed class ConnectionInspector(ConnectionDelegate next, TimeSpan perRequest)
{
    private const int FrameHeader = 9;
    private const byte Headers = 1;

    // "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" (RFC 9113 section 3.4).
    private const int Preface = 24;

    /// <summary>Serves one connection.</summary>
    public async Task RunAsync(ConnectionContext context)
    {
        var (input, inspected) = (context.Transport.Input, new Pipe());
        context.Transport = new Ends(inspected.Reader, context.Transport.Output);
        var passing = PassAsync(input, inspected.Writer);
        await next(context);
        await inspected.Reader.CompleteAsync();
        input.CancelPendingRead();
        await passing;
    }

    private async Task PassAsync(PipeReader from, PipeWriter to)
    {
        var hasPreface = false;
        while (await from.ReadAsync() is { IsCanceled: false } read)
        {
            var rest = read.Buffer;
            while (Next(rest, hasPreface) is { } part)
            {
                if (hasPreface && TypeOf(part) == Headers && perRequest > TimeSpan.Zero)
                {
                    await Task.Delay(perRequest);
                }

                hasPreface = true;
                foreach (var memory in part)
                {
                    to.Write(memory.Span);
                }

                rest = rest.Slice(part.End);
                if ((await to.FlushAsync()).IsCompleted)
                {
                    break;
                }
            }

            from.AdvanceTo(rest.Start, rest.End);
            if (read.IsCompleted)
            {
                break;
            }
        }

        await to.CompleteAsync();
    }

    // The preface, then one frame after another; null where it is not there yet.
    private static ReadOnlySequence<byte>? Next(ReadOnlySequence<byte> bytes, bool hasPreface)
    {
        if (!hasPreface)
        {
            return bytes.Length < Preface ? null : bytes.Slice(0, Preface);
        }

        if (bytes.Length < FrameHeader)
        {
            return null;
        }

        var length = FrameHeader + (BinaryPrimitives.ReadInt32BigEndian(bytes.Slice(0, sizeof(int)).ToArray()) >> 8);
        return bytes.Length < length ? null : bytes.Slice(0, length);
    }

    private static byte TypeOf(ReadOnlySequence<byte> frame) => frame.Slice(3, 1).FirstSpan[0];

    private sealed record Ends(PipeReader Input, PipeWriter Output) : IDuplexPipe;
}
