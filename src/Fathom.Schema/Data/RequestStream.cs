using System.Runtime.CompilerServices;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Data;

/// <summary>The messages of standard input while it is written: each is there as soon as its JSON has its end.</summary>
public static class RequestStream
{
    private const string Name = "standard input";

    private static ReadOnlySpan<byte> Bom => "\uFEFF"u8;

    /// <summary>Reads messages until the input ends.</summary>
    /// <param name="type">The type of the messages.</param>
    /// <param name="types">Where messages inside <c>google.protobuf.Any</c> are looked up.</param>
    /// <param name="options">Seed, clock and standard input.</param>
    /// <param name="stop">Ends the wait for input; a read of a terminal goes on in the background, since nothing can end it.</param>
    /// <returns>Encoded messages; each is valid until the next is requested.</returns>
    /// <exception cref="SchemaException">A message does not fit its type, or the input cannot be read.</exception>
    public static async IAsyncEnumerable<ReadOnlyMemory<byte>> ReadAsync(
        MessageDescriptor type, DescriptorSet types, RequestDataOptions options, [EnumeratorCancellation] CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(options);
        var input = options.StandardInput();
        var scanner = new JsonMessageScanner(RequestData.HasElements(type));
        var encoder = new LineEncoder(Name, type, types, options with { IsForeign = true });
        var buffer = new byte[64 * 1024];
        var (end, number, isAll, isFirst) = (0, 0L, false, true);
        while (true)
        {
            while (!isFirst && Next(out var message))
            {
                yield return message;
            }

            if (isAll)
            {
                yield break;
            }

            MakeRoom();
            var (from, into) = (end, buffer);
            var read = await Task.Run(() => Read(input, into.AsSpan(from)), CancellationToken.None).WaitAsync(stop).ConfigureAwait(false);
            (end, isAll) = (end + read, read == 0);
            if (isFirst && (isAll || end >= Bom.Length || buffer[0] != Bom[0]))
            {
                isFirst = false;
                scanner.Skip(buffer.AsSpan(0, end).StartsWith(Bom) ? Bom.Length : 0);
            }
        }

        bool Next(out ReadOnlyMemory<byte> message)
        {
            var found = scanner.TryNext(buffer.AsSpan(0, end), isAll, out var json);
            message = found ? encoder.Encode(json, scanner.MessageLine, number++) : default;
            return found;
        }

        void MakeRoom()
        {
            var needed = scanner.Needed;
            buffer.AsSpan(needed, end - needed).CopyTo(buffer);
            scanner.Drop(needed);
            end -= needed;
            if (end == buffer.Length)
            {
                if (end >= options.MaxSize)
                {
                    throw SchemaException.Input($"{Name}, line {scanner.MessageLine}: a message has more than {options.MaxSize:N0} bytes, "
                        + "the limit of data in memory");
                }

                Array.Resize(ref buffer, 2 * buffer.Length);
            }
        }
    }

    private static int Read(Stream input, Span<byte> buffer)
    {
        try
        {
            return input.Read(buffer);
        }
        catch (IOException e)
        {
            throw SchemaException.Input($"{Name} cannot be read: {Shown.Sentence(e.Message)}", e);
        }
    }
}
