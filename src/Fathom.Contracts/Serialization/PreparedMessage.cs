using System.Buffers;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// The last message that was measured on a thread, with its sizes, until it is written or another one is prepared. A transport requests
/// size and bytes in two calls; without this cache the message would be measured twice. Owned by the thread. The sizes are in memory of the
/// thread, or in pooled memory if that is too small: pooled memory costs a tenth of the time of a record of ten fields.
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
            // A member of the message may have prepared another message in between.
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

    /// <summary>Writes the message if it is the one that was prepared last.</summary>
    public bool TryWrite<T>(T message, IBufferWriter<byte> output, Action<ReadOnlyMemory<byte>>? lend)
        where T : class, IContract<T>
    {
        if (!ReferenceEquals(_message, message))
        {
            return false;
        }

        // Cleared first: a member of the message may serialize another message.
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
