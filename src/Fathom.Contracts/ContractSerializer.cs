using System.Buffers;
using Fathom.Contracts.Serialization;

namespace Fathom.Contracts;

/// <summary>Serializes and deserializes contracts on the buffers of a transport. Stateless and thread-safe.</summary>
public static class ContractSerializer
{
    /// <summary>Reads one message from all of the input.</summary>
    /// <typeparam name="T">The contract.</typeparam>
    /// <param name="input">The message, without any prefix; it may span segments.</param>
    /// <param name="options">Limits; <see cref="ContractReadOptions.Default"/> when null.</param>
    /// <exception cref="MalformedMessageException">The input is malformed or exceeds a limit.</exception>
    public static T Read<T>(in ReadOnlySequence<byte> input, ContractReadOptions? options = null)
        where T : class, IContract<T>
    {
        var reader = new ContractReader(input, options ?? ContractReadOptions.Default);
        return T.ReadFields(ref reader, null);
    }

    /// <summary>Reads one message from all of the input.</summary>
    /// <inheritdoc cref="Read{T}(in ReadOnlySequence{byte}, ContractReadOptions?)"/>
    public static T Read<T>(ReadOnlyMemory<byte> input, ContractReadOptions? options = null)
        where T : class, IContract<T> => Read<T>(new ReadOnlySequence<byte>(input), options);

    /// <summary>Computes the exact size, so that a prefix can be written before the message. Dispose the result.</summary>
    /// <typeparam name="T">The contract.</typeparam>
    /// <param name="message">The message; it must not change until it is written.</param>
    /// <exception cref="InvalidOperationException">The message cannot be serialized: it is nested deeper than 100 levels (or in a cycle),
    /// larger than 2 GiB, or contains a value without a protobuf form (a null in a list, half a surrogate pair, a duration of more than
    /// 10,000 years).</exception>
    public static MeasuredMessage<T> Measure<T>(T message)
        where T : class, IContract<T>
    {
        ArgumentNullException.ThrowIfNull(message);
        return new MeasuredMessage<T>(message);
    }

    /// <summary>Writes a message without any prefix.</summary>
    /// <returns>Its size in bytes.</returns>
    /// <inheritdoc cref="Measure{T}(T)"/>
    public static int Write<T>(T message, IBufferWriter<byte> output)
        where T : class, IContract<T>
    {
        using var measured = Measure(message);
        measured.WriteTo(output);
        return measured.Size;
    }

    /// <summary>
    /// Computes the exact size for a transport that writes the message in a second call, <see cref="WritePrepared"/>. Each thread keeps the
    /// computed sizes of the last message that it prepared.
    /// </summary>
    /// <inheritdoc cref="Measure{T}(T)"/>
    public static int Prepare<T>(T message)
        where T : class, IContract<T>
    {
        ArgumentNullException.ThrowIfNull(message);
        return PreparedMessage.OfThread.Prepare(message);
    }

    /// <summary>Writes a message. Uses the sizes of the last <see cref="Prepare"/> on this thread if it was for the same
    /// message.</summary>
    /// <typeparam name="T">The contract.</typeparam>
    /// <param name="message">The message; it must not change until it is written.</param>
    /// <param name="output">Where to; it is advanced by what was written.</param>
    /// <param name="lend">
    /// Takes the message's <see cref="ReadOnlyMemory{T}"/> of 64 KiB and more in place of the output, between what was written before and
    /// what follows: the output is not advanced by them, nor is it asked for room. Left out, they are copied.
    /// </param>
    /// <inheritdoc cref="Measure{T}(T)"/>
    public static void WritePrepared<T>(T message, IBufferWriter<byte> output, Action<ReadOnlyMemory<byte>>? lend = null)
        where T : class, IContract<T>
    {
        ArgumentNullException.ThrowIfNull(message);
        ArgumentNullException.ThrowIfNull(output);
        if (!PreparedMessage.OfThread.TryWrite(message, output, lend))
        {
            Write(message, output);
        }
    }

    /// <summary>Serializes a message to a new array.</summary>
    /// <inheritdoc cref="Measure{T}(T)"/>
    public static byte[] ToArray<T>(T message)
        where T : class, IContract<T>
    {
        using var measured = Measure(message);
        return measured.ToArray();
    }
}
