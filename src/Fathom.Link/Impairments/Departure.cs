namespace Fathom.Link.Impairments;

/// <summary>A packet that leaves the emulator.</summary>
/// <param name="Slot">The caller's number for it.</param>
/// <param name="Dropped">The queue's discipline (CoDel) dropped it: it does not arrive.</param>
/// <param name="Due">When it should arrive, nanoseconds; how late the caller is can be read off it.</param>
public readonly record struct Departure(int Slot, bool Dropped, long Due);
