namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>One direction of a link: bytes in order, each piece delayed, cut at any boundary when taken. Loses nothing until it is
/// cut.</summary>
internal sealed class SimulatedPipe
{
    private readonly Queue<(long At, int Length)> _pieces = new();
    private byte[] _bytes = new byte[1024];
    private int _start;
    private int _end;
    private int _arrived;
    private long _lastArrival;

    /// <summary>Bytes on the way or arrived, and not taken.</summary>
    public int Length => _end - _start;

    /// <summary>Whether nothing more is taken in: what is written vanishes.</summary>
    public bool IsCut { get; private set; }

    /// <summary>When the next piece arrives; null where none is on the way.</summary>
    public long? NextArrival => _pieces.Count > 0 ? _pieces.Peek().At : null;

    public void Send(ReadOnlySpan<byte> bytes, long arrival)
    {
        if (IsCut)
        {
            return;
        }

        Reserve(bytes.Length);
        bytes.CopyTo(_bytes.AsSpan(_end));
        _end += bytes.Length;
        _lastArrival = Math.Max(_lastArrival, arrival);
        _pieces.Enqueue((_lastArrival, bytes.Length));
    }

    /// <summary>Bytes that can be taken at <paramref name="now"/>.</summary>
    public int Arrived(long now)
    {
        while (_pieces.TryPeek(out var piece) && piece.At <= now)
        {
            _arrived += _pieces.Dequeue().Length;
        }

        return _arrived;
    }

    /// <summary>Takes bytes that arrived; valid until the next <see cref="Send"/>.</summary>
    public ReadOnlySpan<byte> Take(int count)
    {
        var span = _bytes.AsSpan(_start, count);
        _start += count;
        _arrived -= count;
        return span;
    }

    /// <summary>Keeps the first bytes only and takes no more.</summary>
    public void Cut(int kept)
    {
        IsCut = true;
        _pieces.Clear();
        _end = _start + kept;
        _arrived = kept;
    }

    /// <summary>Takes no more; what is on the way arrives still.</summary>
    public void Close() => IsCut = true;

    private void Reserve(int more)
    {
        if (_end + more <= _bytes.Length)
        {
            return;
        }

        var target = Length + more > _bytes.Length / 2 ? new byte[(Length + more) * 2] : _bytes;
        _bytes.AsSpan(_start, Length).CopyTo(target);
        (_bytes, _start, _end) = (target, 0, Length);
    }
}
