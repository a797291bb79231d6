namespace Fathom.Link.Impairments;

/// <summary>The impairment of a packet before the queue.</summary>
/// <param name="Lost">The packet is lost; ignore the other values.</param>
/// <param name="Duplicated">The caller copies the packet and enqueues both.</param>
/// <param name="CorruptedBit">Index of the inverted bit from the start of the packet; -1 for none.</param>
public readonly record struct PacketImpairment(bool Lost, bool Duplicated, int CorruptedBit);
