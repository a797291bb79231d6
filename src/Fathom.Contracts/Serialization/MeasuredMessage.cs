using System.Buffers;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// A measured message, ready to be written. Keeps the sizes of nested values in pooled or borrowed memory until it is disposed. Owned by
/// the method that measured it.
/// </summary>
/// <typeparam name="T">The contract.</typeparam>
public ref struct MeasuredMessage<T>
    where T : class, IContract<T>
{
    private readonly T _message;
    private ContractMeasure _measure;

    /// <param name="message">The message.</param>
    /// <param name="lent">A borrowed array for the sizes, or null.</param>
    internal MeasuredMessage(T message, int[]? lent = null)
    {
        _message = message;
        _measure = new ContractMeasure(lent);
        try
        {
            Size = T.MeasureFields(message, ref _measure);
        }
        catch (OverflowException error)
        {
            _measure.Dispose();
            throw new InvalidOperationException($"The {typeof(T).Name} is larger than 2 GiB, the maximum of a protobuf message.", error);
        }
        catch
        {
            _measure.Dispose();
            throw;
        }
    }

    /// <summary>The size of the message in bytes, without a prefix.</summary>
    public int Size { get; }

    internal readonly int SizeCount => _measure.Sizes.Length;

    /// <summary>Writes the message: exactly <see cref="Size"/> bytes.</summary>
    /// <param name="output">The output, advanced by the number of bytes written.</param>
    /// <exception cref="InvalidOperationException">The message was changed after it was measured. The output may have been
    /// advanced already.</exception>
    public readonly void WriteTo(IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        var writer = new ContractWriter(output, Size, _measure.Sizes);
        T.WriteFields(_message, ref writer);
        writer.Complete();
    }

    /// <summary>Serializes the message to a new array.</summary>
    /// <exception cref="InvalidOperationException">The message was changed after it was measured.</exception>
    public readonly byte[] ToArray()
    {
        var bytes = new byte[Size];
        var writer = new ContractWriter(bytes, _measure.Sizes);
        T.WriteFields(_message, ref writer);
        writer.Complete();
        return bytes;
    }

    /// <summary>Transfers ownership of the array of sizes to the caller.</summary>
    internal int[]? DetachSizes() => _measure.Detach();

    /// <summary>Returns pooled memory to its pool.</summary>
    public void Dispose() => _measure.Dispose();
}
