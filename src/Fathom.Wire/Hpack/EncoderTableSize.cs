namespace Fathom.Wire.Hpack;

/// <summary>
/// Which table size updates an encoder owes at the start of its next block (RFC 7541 section 4.2): the smallest size since the last block,
/// and then the last one. Owned by one encoder.
/// </summary>
internal sealed class EncoderTableSize
{
    private readonly int _preferred;
    private int _smallest = int.MaxValue;
    private int _final;
    private int _signalled;

    /// <summary>Makes the state of a new connection, whose table may have 4,096 bytes.</summary>
    /// <param name="preferred">The largest table wanted, in bytes, however much the peer allows.</param>
    public EncoderTableSize(int preferred)
    {
        _preferred = preferred;
        _signalled = 4096;
        SetPeerMaximum(4096);
    }

    /// <summary>Whether the next block must start with updates.</summary>
    public bool IsPending => _smallest < _signalled || _final != _signalled;

    /// <summary>Takes what the peer allows with SETTINGS_HEADER_TABLE_SIZE, in bytes (any 32-bit value).</summary>
    public void SetPeerMaximum(uint peerMaximum)
    {
        _final = (int)Math.Min(peerMaximum, (uint)_preferred);
        _smallest = Math.Min(_smallest, _final);
    }

    /// <summary>Tells the sizes to signal, in order; <paramref name="first"/> is -1 where one update is enough. Nothing is pending
    /// afterwards.</summary>
    public void TakeUpdates(out int first, out int last)
    {
        first = _smallest < _final ? _smallest : -1;
        last = _final;
        _signalled = _final;
        _smallest = int.MaxValue;
    }
}
