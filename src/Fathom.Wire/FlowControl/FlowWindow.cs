namespace Fathom.Wire.FlowControl;

/// <summary>A send window (RFC 9113 section 6.9.1): the number of bytes that can be sent. Composed by value into a connection or stream. It
/// can become negative when the peer reduces SETTINGS_INITIAL_WINDOW_SIZE (section 6.9.2), and never exceeds 2^31-1.</summary>
internal struct FlowWindow
{
    /// <summary>The maximum window, 2^31-1 bytes.</summary>
    public const int MaxSize = int.MaxValue;

    /// <summary>The initial window of both ends, 65,535 bytes (RFC 9113 section 6.9.2).</summary>
    public const int DefaultSize = 65_535;

    /// <summary>Creates a window.</summary>
    public FlowWindow(int size) => Available = size;

    /// <summary>The number of bytes that can be sent; negative after a reduction.</summary>
    public int Available { get; private set; }

    /// <summary>Subtracts <paramref name="bytes"/> that are sent.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More than is available, or less than 0: a defect of the caller.</exception>
    public void Consume(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, Math.Max(0, Available));
        Available -= bytes;
    }

    /// <summary>Adds a WINDOW_UPDATE's increment or the difference of two initial sizes.</summary>
    /// <returns>False, without a change, when the window would leave the range -2^31+1 to 2^31-1, which is a flow-control error of the
    /// peer.</returns>
    public bool TryAdjust(long delta)
    {
        var sum = Available + delta;
        if (sum is > MaxSize or < -MaxSize)
        {
            return false;
        }

        Available = (int)sum;
        return true;
    }
}
