using System.Buffers;

namespace Fathom.Transport.Calls;

/// <summary>
/// Turns messages of one type into bytes and back. Implementations are used from many calls at once. What a marshaller
/// throws while reading ends the call: an <see cref="RpcException"/> with its status, anything else with Internal.
/// </summary>
public abstract class Marshaller<T>
{
    /// <summary>Bytes that <see cref="Serialize"/> will write for <paramref name="value"/>: known first, so that nothing is
    /// copied.</summary>
    public abstract int GetSize(T value);

    /// <summary>
    /// Writes exactly <see cref="GetSize"/> bytes, those lent to an <see cref="IZeroCopyBufferWriter"/> included; called directly after it,
    /// on the same thread.
    /// </summary>
    public abstract void Serialize(T value, IBufferWriter<byte> output);

    /// <summary>Reads a message that takes up all of <paramref name="bytes"/>, which are not valid after the return.</summary>
    public abstract T Deserialize(in ReadOnlySequence<byte> bytes);

    /// <summary>
    /// The size in bytes from which on messages and the transport share memory: they come to <see cref="DeserializeOwned"/> where they can
    /// be collected in memory of their own or are decompressed into it, and are written to an <see cref="IZeroCopyBufferWriter"/> where the
    /// transport can take parts of them as they are. None unless overridden.
    /// </summary>
    public virtual int ZeroCopyThreshold => int.MaxValue;

    /// <summary>Reads a message that takes up all of <paramref name="bytes"/>, which nobody else uses from now on: parts of the message may
    /// be slices of them.</summary>
    public virtual T DeserializeOwned(ReadOnlyMemory<byte> bytes) => Deserialize(new ReadOnlySequence<byte>(bytes));
}
