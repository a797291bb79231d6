namespace Fathom.Wire.FlowControl;

/// <summary>
/// A receive window: the bytes that the peer can send, the received bytes that are not consumed, and the credit that is due. Composed by
/// value into a connection or stream. Credit is granted once half the target is due, which costs one frame per half window. The target can
/// change at any time: an increase is credited immediately, a decrease as bytes are consumed.
/// </summary>
internal struct ReceiveWindow
{
    private bool _targetWasSet;

    /// <summary>Creates a window with the size that the peer has.</summary>
    /// <param name="size">Number of bytes that the peer can send; also the target.</param>
    public ReceiveWindow(int size)
    {
        Available = size;
        Target = size;
    }

    /// <summary>Number of bytes that the peer can send; negative when SETTINGS reduced it below what was sent already.</summary>
    public int Available { get; private set; }

    /// <summary>Number of received bytes that are not consumed yet.</summary>
    public int Unconsumed { get; private set; }

    /// <summary>The target window, in bytes: <see cref="Available"/> + <see cref="Unconsumed"/> + the credit that is due.</summary>
    public int Target { get; private set; }

    /// <summary>Counts received bytes, including padding (RFC 9113 section 6.1).</summary>
    /// <returns>False, without a change, when the peer exceeded the window, which is a flow-control error.</returns>
    public bool TryReceive(int bytes)
    {
        if (bytes > Available)
        {
            return bytes == 0;
        }

        Available -= bytes;
        Unconsumed += bytes;
        return true;
    }

    /// <summary>Consumes <paramref name="bytes"/> of the received bytes.</summary>
    /// <returns>The increment to send now, or 0.</returns>
    /// <exception cref="ArgumentOutOfRangeException">More than is held: a defect of the caller.</exception>
    public int Consume(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, Unconsumed);
        Unconsumed -= bytes;
        return Replenish();
    }

    /// <summary>Consumes bytes without granting credit.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More than is held: a defect of the caller.</exception>
    public void ConsumeWithoutCredit(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, Unconsumed);
        Unconsumed -= bytes;
    }

    /// <summary>Consumes all received bytes of an ended stream.</summary>
    /// <returns>The number of bytes.</returns>
    public int ConsumeAll()
    {
        var held = Unconsumed;
        Unconsumed = 0;
        return held;
    }

    /// <summary>Changes the target.</summary>
    /// <returns>The increment to send now, or 0.</returns>
    public int SetTarget(int target)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(target);
        Target = target;
        _targetWasSet = true;
        return GrantCredit(1);
    }

    /// <summary>
    /// Applies a changed SETTINGS_INITIAL_WINDOW_SIZE: the peer's window moves by the difference without any update (RFC 9113 section
    /// 6.9.2). So does the target, unless <see cref="SetTarget"/> set one for this window.
    /// </summary>
    public void Shift(int delta)
    {
        Available += delta;
        Target = _targetWasSet ? Target : Target + delta;
    }

    /// <summary>Grants credit that <see cref="Shift"/> made due: too little for an update of a larger window can be all of a smaller
    /// one.</summary>
    /// <returns>The increment to send now, or 0.</returns>
    public int Replenish() => GrantCredit(Math.Max(1, Target / 2));

    /// <summary>Grants credit once half of the part without unconsumed bytes is due. For a shared window: bytes that one stream does not
    /// consume can leave less than half to the others, which would wait for credit forever.</summary>
    /// <returns>The increment to send now, or 0.</returns>
    public int ReplenishShared() => GrantCredit(Math.Max(1, (Target - Unconsumed) / 2));

    private int GrantCredit(int threshold)
    {
        var due = (long)Target - Available - Unconsumed;
        if (due < threshold)
        {
            return 0;
        }

        // After SETTINGS reduced a window, more can be due than one increment can express.
        var increment = (int)Math.Min(due, FlowWindow.MaxSize);
        Available += increment;
        return increment;
    }
}
