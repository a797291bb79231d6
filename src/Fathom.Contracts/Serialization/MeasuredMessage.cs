using System.Buffers;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// A message whose size is known and that is ready to be written. Owns pooled memory with the sizes of what is nested until it is disposed,
/// unless it was lent some; owned by the method that measured it.
/// </summary>
/// <typeparam name="T">The contract.</typeparam>
public ref struct MeasuredMessage<T>
    where T : class, IContract<T>
{
    private readonly T _message;
    private ContractMeasure _measure;

    /// <param name="message">The message.</param>
    /// <param name="lent">Memory for its sizes that stays the caller's, or null.</param>
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
            throw new InvalidOperationException($"The {typeof(T).Name} is larger than 2 GiB, more than a protobuf message can be.", error);
        }
        catch
        {
            _measure.Dispose();
            throw;
        }
    }

    /// <summary>Bytes the message takes, without any prefix.</summary>
    public int Size { get; }

    internal readonly int SizeCount => _measure.Sizes.Length;

    /// <summary>Writes the message: exactly <see cref="Size"/> bytes.</summary>
    /// <param name="output">Where to; it is advanced by what was written.</param>
    /// <exception cref="InvalidOperationException">The message was changed after it was measured. What was advanced by then cannot be taken
    /// back.</exception>
    public readonly void WriteTo(IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        var writer = new ContractWriter(output, Size, _measure.Sizes);
        T.WriteFields(_message, ref writer);
        writer.Complete();
    }

    /// <summary>The message as an array of its own.</summary>
    /// <exception cref="InvalidOperationException">The message was changed after it was measured.</exception>
    public readonly byte[] ToArray()
    {
        var bytes = new byte[Size];
        var writer = new ContractWriter(bytes, _measure.Sizes);
        T.WriteFields(_message, ref writer);
        writer.Complete();
        return bytes;
    }

    /// <summary>Hands the memory over, which is not this one's any more.</summary>
    internal int[]? DetachSizes() => _measure.Detach();

    /// <summary>Gives the pooled memory back.</summary>
    public void Dispose() => _measure.Dispose();
}
