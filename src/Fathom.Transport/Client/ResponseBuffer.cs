using System.Buffers;

namespace Fathom.Transport.Client;

/// <summary>
/// Bytes of a response that are read but not consumed. Owned by the reading side of one call; returned to the pool when
/// that has read to the end, otherwise left to the collector, since a read may still be writing into it.
/// </summary>
internal sealed class ResponseBuffer
{
    private const int FirstSize = 8 * 1024;

    // Up to here one array for the whole message, since copying while growing costs a tenth of the throughput of 10 MiB
    // messages; beyond, the array doubles as bytes come in, so that five bytes of prefix cannot claim gigabytes.
    private const int WholeMessage = 16 * 1024 * 1024;

    private byte[] _array = ArrayPool<byte>.Shared.Rent(FirstSize);
    private int _start;
    private int _end;

    public bool IsCompleted { get; private set; }

    public ReadOnlySequence<byte> Unread => new(_array, _start, _end - _start);

    public void Consume(long count)
    {
        _start += (int)count;
        if (_start == _end)
        {
            _start = _end = 0;
        }
    }

    /// <summary>Reads once from <paramref name="stream"/>, with room for <paramref name="needed"/> unread bytes in all.</summary>
    public async ValueTask FillAsync(Stream stream, int needed, CancellationToken token)
    {
        MakeRoom(needed);
        var read = await stream.ReadAsync(_array.AsMemory(_end), token);
        _end += read;
        IsCompleted = read == 0;
    }

    public void Return()
    {
        ArrayPool<byte>.Shared.Return(_array);
        _array = [];
        _start = _end = 0;
    }

    private void MakeRoom(int needed)
    {
        if (_end < _array.Length && _array.Length - _start >= Math.Min(needed, WholeMessage))
        {
            return;
        }

        var unread = _array.AsSpan(_start, _end - _start);
        var size = needed <= WholeMessage ? needed : (int)Math.Min(needed, Math.Max(WholeMessage, 2L * _array.Length));
        if (size <= _array.Length && unread.Length < _array.Length)
        {
            unread.CopyTo(_array);
        }
        else
        {
            var larger = ArrayPool<byte>.Shared.Rent(size);
            unread.CopyTo(larger);
            ArrayPool<byte>.Shared.Return(_array);
            _array = larger;
        }

        (_start, _end) = (0, unread.Length);
    }
}
