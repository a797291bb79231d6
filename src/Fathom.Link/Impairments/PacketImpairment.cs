namespace Fathom.Link.Impairments;

/// <summary>The impairment of a packet before the queue.</summary>
/// <param name="Lost">The packet is lost; ignore the other values.</param>
/// <param name="Duplicated">The caller copies the packet and enqueues both.</param>
/// <param name="CorruptedBit">Index of the inverted bit from the start of the packet; -1 for none.</param>
public readonly record struct PacketImpairment(bool Lost, bool Duplicated, int CorruptedBit)
{
    /// <summary>The packet is larger than the path's MTU, and dropped.</summary>
    public static PacketImpairment LargerThanPath { get; } = new(false, false, -1) { TooLarge = true };

    /// <summary>The packet is dropped because it is larger than the path's MTU; ignore the other values.</summary>
    public bool TooLarge { get; init; }
}
