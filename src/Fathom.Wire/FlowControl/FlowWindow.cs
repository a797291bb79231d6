namespace Fathom.Wire.FlowControl;

/// <summary>
/// A sender's flow-control window (RFC 9113 section 6.9.1): what may still be sent, in bytes. Composed by value into a connection or a
/// stream, which owns it. It may become negative where the peer reduces SETTINGS_INITIAL_WINDOW_SIZE (section 6.9.2), and is never over
/// 2^31-1.
/// </summary>
internal struct FlowWindow
{
    /// <summary>The largest window, 2^31-1 bytes.</summary>
    public const int MaxSize = int.MaxValue;

    /// <summary>The window both ends start with until told otherwise, 65,535 bytes (RFC 9113 section 6.9.2).</summary>
    public const int DefaultSize = 65_535;

    /// <summary>Makes a window.</summary>
    public FlowWindow(int size) => Available = size;

    /// <summary>What may still be sent, in bytes; negative where it is owed.</summary>
    public int Available { get; private set; }

    /// <summary>Takes <paramref name="bytes"/> that are sent.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More than is available, or less than 0: a defect of the caller.</exception>
    public void Consume(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, Math.Max(0, Available));
        Available -= bytes;
    }

    /// <summary>Adds a WINDOW_UPDATE's increment or the difference of two initial sizes.</summary>
    /// <returns>False, and nothing changed, where the window would leave the range -2^31+1 to 2^31-1: the peer's flow-control
    /// error.</returns>
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
