namespace Fathom.Link.Impairments;

/// <summary>A packet that leaves the emulator.</summary>
/// <param name="Slot">Slot number of the packet, chosen by the caller.</param>
/// <param name="Dropped">Whether CoDel dropped it from the queue.</param>
/// <param name="Due">When it is due at the receiver, nanoseconds. The difference from now is the lateness of the caller.</param>
public readonly record struct Departure(int Slot, bool Dropped, long Due);
