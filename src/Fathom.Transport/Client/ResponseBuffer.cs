using System.Buffers;

namespace Fathom.Transport.Client;

/// <summary>
/// Bytes of a response that are read but not consumed. Owned by the reading side of one call, which alone may use it. It holds
/// an array of the pool only while there are bytes: calls that wait for their response hold none, however many they are.
/// </summary>
internal sealed class ResponseBuffer
{
    private const int MinArray = 8 * 1024;

    // Up to here one array for the whole message, which is copied nowhere on the way; beyond, the array doubles as bytes
    // come in, so that five bytes of prefix cannot claim gigabytes.
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

    /// <summary>Reads once from <paramref name="stream"/>, with room for <paramref name="needed"/> unread bytes in all.</summary>
    public async ValueTask FillAsync(Stream stream, int needed, CancellationToken token)
    {
        if (_array.Length == 0)
        {
            // Waits until there is something to read, without an array to read it into.
#pragma warning disable CA2022 // Nothing is to be read here.
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

    /// <summary>Gives up what is unread. Not to be called while a read may still write into the array.</summary>
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
