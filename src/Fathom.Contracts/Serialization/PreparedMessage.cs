using System.Buffers;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// A message between its size and its bytes, where a transport asks for these one after the other: without this memory it would be measured twice. Owned by a
/// thread; it holds the last message that was prepared there until that is written or another one is prepared, and the pooled memory with its sizes.
/// </summary>
internal sealed class PreparedMessage
{
    [ThreadStatic]
    private static PreparedMessage? _ofThread;

    private object? _message;
    private int[]? _sizes;
    private int _count;
    private int _size;

    public static PreparedMessage OfThread => _ofThread ??= new();

    public int Prepare<T>(T message)
        where T : class, IContract<T>
    {
        var measured = new MeasuredMessage<T>(message);
        Forget();
        (_message, _size, _count) = (message, measured.Size, measured.SizeCount);
        _sizes = measured.DetachSizes();
        return _size;
    }

    /// <summary>Writes the message if it is the one that was prepared last.</summary>
    public bool TryWrite<T>(T message, IBufferWriter<byte> output)
        where T : class, IContract<T>
    {
        if (!ReferenceEquals(_message, message))
        {
            return false;
        }

        // Taken first: a member of the message may serialize another one.
        var (sizes, count, size) = (_sizes, _count, _size);
        (_message, _sizes) = (null, null);
        try
        {
            var writer = new ContractWriter(output, size, sizes.AsSpan(0, count));
            T.WriteFields(message, ref writer);
            writer.Complete();
            return true;
        }
        finally
        {
            Return(sizes);
        }
    }

    private void Forget()
    {
        _message = null;
        Return(_sizes);
        _sizes = null;
    }

    private static void Return(int[]? sizes)
    {
        if (sizes is not null)
        {
            ArrayPool<int>.Shared.Return(sizes);
        }
    }
}
