namespace Fathom.Wire.FlowControl;

/// <summary>
/// A receiver's flow-control window: what the peer may still send, what arrived and is not consumed, and how much credit to give back.
/// Composed by value into a connection or a stream, which owns it. Credit is given once half the target is due, so that an update costs one
/// frame per half window; the target may change at any time: a larger one is credited at once, a smaller one as bytes are consumed.
/// </summary>
internal struct ReceiveWindow
{
    private bool _targetWasSet;

    /// <summary>Makes a window as the peer knows it now.</summary>
    /// <param name="size">Bytes the peer may send; also the target.</param>
    public ReceiveWindow(int size)
    {
        Available = size;
        Target = size;
    }

    /// <summary>What the peer may still send, in bytes; negative where SETTINGS reduced it below what was already sent.</summary>
    public int Available { get; private set; }

    /// <summary>Received and not consumed yet, in bytes.</summary>
    public int Unconsumed { get; private set; }

    /// <summary>The window aimed at, in bytes: <see cref="Available"/> + <see cref="Unconsumed"/> + what is due.</summary>
    public int Target { get; private set; }

    /// <summary>Takes received bytes, padding included (RFC 9113 section 6.1).</summary>
    /// <returns>False, and nothing changed, where the peer sent more than it may: its flow-control error.</returns>
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

    /// <summary>Takes note that <paramref name="bytes"/> of those held were consumed.</summary>
    /// <returns>The increment to send now, or 0.</returns>
    /// <exception cref="ArgumentOutOfRangeException">More than is held: a defect of the caller.</exception>
    public int Consume(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, Unconsumed);
        Unconsumed -= bytes;
        return Replenish();
    }

    /// <summary>Takes note that bytes were consumed where no credit is wanted any more.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More than is held: a defect of the caller.</exception>
    public void ConsumeWithoutCredit(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, Unconsumed);
        Unconsumed -= bytes;
    }

    /// <summary>Takes all that is held as consumed, for a stream that ended.</summary>
    /// <returns>How much that was, in bytes.</returns>
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

    /// <summary>Gives credit that <see cref="Shift"/> made due: what was not worth an update of a larger window may be all there is of a
    /// smaller one.</summary>
    /// <returns>The increment to send now, or 0.</returns>
    public int Replenish() => GrantCredit(Math.Max(1, Target / 2));

    /// <summary>
    /// Gives credit once half of what is not held is due: for a window that several share, since what one of them holds and does not
    /// consume may leave less than half to the others, which would then wait for credit that never becomes due.
    /// </summary>
    /// <returns>The increment to send now, or 0.</returns>
    public int ReplenishShared() => GrantCredit(Math.Max(1, (Target - Unconsumed) / 2));

    private int GrantCredit(int threshold)
    {
        var due = (long)Target - Available - Unconsumed;
        if (due < threshold)
        {
            return 0;
        }

        // A window made small by SETTINGS may owe more than one increment can say.
        var increment = (int)Math.Min(due, FlowWindow.MaxSize);
        Available += increment;
        return increment;
    }
}
