using System.Buffers;
using Fathom.Contracts.Serialization;

namespace Fathom.Contracts;

/// <summary>
/// Serializes and deserializes contracts in the buffers of a transport. Thread-safe; the only state is the per-thread cache of
/// <see cref="Prepare"/>.
/// </summary>
public static class ContractSerializer
{
    /// <summary>Deserializes one message, which is the entire input.</summary>
    /// <typeparam name="T">The contract.</typeparam>
    /// <param name="input">The serialized message, without a prefix. It can span several segments.</param>
    /// <param name="options">The limits. Null: <see cref="ContractReadOptions.Default"/>.</param>
    /// <exception cref="MalformedMessageException">The input is malformed or exceeds a limit.</exception>
    public static T Read<T>(in ReadOnlySequence<byte> input, ContractReadOptions? options = null)
        where T : class, IContract<T>
    {
        var reader = new ContractReader(input, options ?? ContractReadOptions.Default);
        return T.ReadFields(ref reader, null);
    }

    /// <summary>Deserializes one message, which is the entire input.</summary>
    /// <inheritdoc cref="Read{T}(in ReadOnlySequence{byte}, ContractReadOptions?)"/>
    public static T Read<T>(ReadOnlyMemory<byte> input, ContractReadOptions? options = null)
        where T : class, IContract<T> => Read<T>(new ReadOnlySequence<byte>(input), options);

    /// <summary>
    /// Computes the exact serialized size of a message, so that a prefix can be written before it. The caller must dispose the result.
    /// </summary>
    /// <typeparam name="T">The contract.</typeparam>
    /// <param name="message">The message. It must not change until it is written.</param>
    /// <exception cref="InvalidOperationException">The message cannot be serialized: it has more than 100 levels, contains itself, is
    /// larger than 2 GiB, or contains a value that protobuf cannot represent (null in a list, an unpaired surrogate, a duration of more
    /// than 10,000 years).</exception>
    public static MeasuredMessage<T> Measure<T>(T message)
        where T : class, IContract<T>
    {
        ArgumentNullException.ThrowIfNull(message);
        return new MeasuredMessage<T>(message);
    }

    /// <summary>Serializes a message without a prefix.</summary>
    /// <returns>The size of the message in bytes.</returns>
    /// <inheritdoc cref="Measure{T}(T)"/>
    public static int Write<T>(T message, IBufferWriter<byte> output)
        where T : class, IContract<T>
    {
        using var measured = Measure(message);
        measured.WriteTo(output);
        return measured.Size;
    }

    /// <summary>
    /// Computes the exact serialized size of a message for a transport that writes the message in a second call,
    /// <see cref="WritePrepared"/>. Each thread caches the sizes of the last message that it prepared.
    /// </summary>
    /// <returns>The size of the message in bytes.</returns>
    /// <inheritdoc cref="Measure{T}(T)"/>
    public static int Prepare<T>(T message)
        where T : class, IContract<T>
    {
        ArgumentNullException.ThrowIfNull(message);
        return PreparedMessage.OfThread.Prepare(message);
    }

    /// <summary>
    /// Serializes a message. Uses the cached sizes if the last <see cref="Prepare"/> on this thread was for the same message; otherwise
    /// measures the message again.
    /// </summary>
    /// <typeparam name="T">The contract.</typeparam>
    /// <param name="message">The message. It must not change until it is written.</param>
    /// <param name="output">The output, advanced by the number of bytes written to it.</param>
    /// <param name="lend">Receives the message's <see cref="ReadOnlyMemory{T}"/> values of 64 KiB or more by reference. When it is called,
    /// all preceding bytes have been written to <paramref name="output"/>, and the value itself is not. Null: all values are copied to
    /// <paramref name="output"/>.</param>
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
