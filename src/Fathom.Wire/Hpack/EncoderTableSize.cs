namespace Fathom.Wire.Hpack;

/// <summary>
/// Tracks the table size updates that an encoder must send at the start of its next block (RFC 7541 section 4.2): the smallest size since
/// the last block, then the final size. Owned by one encoder.
/// </summary>
internal sealed class EncoderTableSize
{
    private readonly int _preferred;
    private int _smallest = int.MaxValue;
    private int _final;
    private int _signalled;

    /// <summary>Creates the state of a new connection, with a maximum table size of 4,096 bytes.</summary>
    /// <param name="preferred">Upper bound of the table size, in bytes, even when the peer allows more.</param>
    public EncoderTableSize(int preferred)
    {
        _preferred = preferred;
        _signalled = 4096;
        SetPeerMaximum(4096);
    }

    /// <summary>Whether the next block must start with size updates.</summary>
    public bool IsPending => _smallest < _signalled || _final != _signalled;

    /// <summary>Applies the peer's SETTINGS_HEADER_TABLE_SIZE, in bytes (any 32-bit value).</summary>
    public void SetPeerMaximum(uint peerMaximum)
    {
        _final = (int)Math.Min(peerMaximum, (uint)_preferred);
        _smallest = Math.Min(_smallest, _final);
    }

    /// <summary>Returns the sizes to signal, in order, and marks them as sent. <paramref name="first"/> is -1 when one update is
    /// enough.</summary>
    public void TakeUpdates(out int first, out int last)
    {
        first = _smallest < _final ? _smallest : -1;
        last = _final;
        _signalled = _final;
        _smallest = int.MaxValue;
    }
}
