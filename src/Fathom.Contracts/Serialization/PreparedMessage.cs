using System.Buffers;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// Caches the sizes of the last message that was measured on a thread, until the message is written or another one is prepared. A transport
/// requests the size and the bytes in two calls; without this cache the message would be measured twice. Owned by its thread. The sizes are
/// in an array of the thread, or in a pooled array if that is too small: a pooled array costs 10 % of the time to serialize a record of ten
/// fields.
/// </summary>
internal sealed class PreparedMessage
{
    private const int OwnSizes = 64;

    [ThreadStatic]
    private static PreparedMessage? _ofThread;

    private readonly int[] _own = new int[OwnSizes];
    private bool _ownIsUsed;
    private object? _message;
    private int[]? _sizes;
    private int _count;
    private int _size;

    public static PreparedMessage OfThread => _ofThread ??= new();

    public int Prepare<T>(T message)
        where T : class, IContract<T>
    {
        Forget();
        var lent = _ownIsUsed ? null : _own;
        _ownIsUsed = true;
        try
        {
            var measured = new MeasuredMessage<T>(message, lent);
            // A property of the message may have prepared another message in between.
            Forget();
            (_message, _size, _count) = (message, measured.Size, measured.SizeCount);
            _sizes = measured.DetachSizes();
            return _size;
        }
        finally
        {
            if (lent is not null && !ReferenceEquals(_sizes, lent))
            {
                _ownIsUsed = false;
            }
        }
    }

    /// <summary>Writes the message if it is the last prepared message. Otherwise returns false and writes nothing.</summary>
    public bool TryWrite<T>(T message, IBufferWriter<byte> output, Action<ReadOnlyMemory<byte>>? lend)
        where T : class, IContract<T>
    {
        if (!ReferenceEquals(_message, message))
        {
            return false;
        }

        // Cleared before writing: a property of the message may serialize another message.
        var (sizes, count, size) = (_sizes, _count, _size);
        (_message, _sizes) = (null, null);
        try
        {
            var writer = new ContractWriter(output, size, sizes.AsSpan(0, count), lend);
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

    private void Return(int[]? sizes)
    {
        if (ReferenceEquals(sizes, _own))
        {
            _ownIsUsed = false;
        }
        else if (sizes is not null)
        {
            ArrayPool<int>.Shared.Return(sizes);
        }
    }
}
