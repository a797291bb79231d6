using System.Buffers;

namespace Fathom.Transport.Calls;

/// <summary>
/// Serializes and deserializes messages of one type. Implementations must be thread-safe. An exception during deserialization ends the
/// call: an <see cref="RpcException"/> with its status, any other exception with Internal.
/// </summary>
public abstract class Marshaller<T>
{
    /// <summary>Number of bytes that <see cref="Serialize"/> writes for <paramref name="value"/>. Called before it, so that the message is
    /// written to its final place.</summary>
    public abstract int GetSize(T value);

    /// <summary>
    /// Writes exactly <see cref="GetSize"/> bytes, including memory passed to an <see cref="IZeroCopyBufferWriter"/>. Called directly after
    /// <see cref="GetSize"/>, on the same thread.
    /// </summary>
    public abstract void Serialize(T value, IBufferWriter<byte> output);

    /// <summary>Reads a message from all of <paramref name="bytes"/>, which are not valid after the method returns.</summary>
    public abstract T Deserialize(in ReadOnlySequence<byte> bytes);

    /// <summary>
    /// Message size, in bytes, from which the marshaller and the transport share memory. Larger messages are passed to
    /// <see cref="DeserializeOwned"/> when they are in a buffer of their own, and <see cref="Serialize"/> gets an
    /// <see cref="IZeroCopyBufferWriter"/> when the transport supports it. Default <see cref="int.MaxValue"/>: never.
    /// </summary>
    public virtual int ZeroCopyThreshold => int.MaxValue;

    /// <summary>Reads a message from all of <paramref name="bytes"/>, which belong to the message from now on: it can keep slices of
    /// them.</summary>
    public virtual T DeserializeOwned(ReadOnlyMemory<byte> bytes) => Deserialize(new ReadOnlySequence<byte>(bytes));
}
