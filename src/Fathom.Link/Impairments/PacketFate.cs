namespace Fathom.Link.Impairments;

/// <summary>What befalls a packet before it joins the queue.</summary>
/// <param name="Lost">It does not leave; the rest means nothing then.</param>
/// <param name="Duplicated">A second one leaves as well: the caller copies it and enqueues both.</param>
/// <param name="CorruptedBit">The bit, counted from the packet's first, that arrives inverted; -1 for none.</param>
public readonly record struct PacketFate(bool Lost, bool Duplicated, int CorruptedBit);
