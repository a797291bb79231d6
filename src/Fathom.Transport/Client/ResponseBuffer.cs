using System.Buffers;

namespace Fathom.Transport.Client;

/// <summary>Received bytes of a response that are not consumed yet. Owned by the reading side of one call. It holds a pooled array only
/// while there are bytes, so calls that wait for a response hold none.</summary>
internal sealed class ResponseBuffer
{
    private const int MinArray = 8 * 1024;

    // Messages up to this size get one array and are never copied. For larger ones the array doubles as bytes arrive, so that the five
    // bytes of a prefix cannot allocate gigabytes.
    private const int MaxInitialArray = 16 * 1024 * 1024;

    private byte[] _array = [];
    private int _start;
    private int _end;

    public bool IsCompleted { get; private set; }

    public ReadOnlySequence<byte> Unread => new(_array, _start, _end - _start);

    public void Consume(long count)
    {
        _start += (int)count;
        if (_start == _end)
        {
            Release();
        }
    }

    /// <summary>Reads once from <paramref name="stream"/>, into a buffer for <paramref name="needed"/> unread bytes in total.</summary>
    public async ValueTask FillAsync(Stream stream, int needed, CancellationToken token)
    {
        if (_array.Length == 0)
        {
            // Waits for data without holding an array.
#pragma warning disable CA2022 // A read of zero bytes waits for data.
            await stream.ReadAsync(Memory<byte>.Empty, token).ConfigureAwait(false);
#pragma warning restore CA2022
        }

        EnsureCapacity(needed);
        var read = await stream.ReadAsync(_array.AsMemory(_end), token).ConfigureAwait(false);
        _end += read;
        IsCompleted = read == 0;
        if (_start == _end)
        {
            Release();
        }
    }

    /// <summary>Releases unread bytes. Do not call while a read is in progress.</summary>
    public void Release()
    {
        if (_array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_array);
        }

        (_array, _start, _end) = ([], 0, 0);
    }

    private void EnsureCapacity(int needed)
    {
        if (_end < _array.Length && _array.Length - _start >= Math.Min(needed, MaxInitialArray))
        {
            return;
        }

        var unread = _array.AsSpan(_start, _end - _start);
        var size = needed <= MaxInitialArray ? needed : (int)Math.Min(needed, Math.Max(MaxInitialArray, 2L * _array.Length));
        if (size <= _array.Length && unread.Length < _array.Length)
        {
            unread.CopyTo(_array);
            (_start, _end) = (0, unread.Length);
            return;
        }

        var larger = ArrayPool<byte>.Shared.Rent(Math.Max(size, MinArray));
        unread.CopyTo(larger);
        var length = unread.Length;
        Release();
        (_array, _end) = (larger, length);
    }
}
