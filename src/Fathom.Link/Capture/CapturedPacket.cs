namespace Fathom.Link.Capture;

/// <summary>A packet of a capture.</summary>
/// <param name="AtFarEnd">Whether the far end's device saw it, rather than the near end's.</param>
/// <param name="Sent">Whether that end sent it, rather than received it.</param>
/// <param name="Time">Nanoseconds since 1970-01-01 UTC.</param>
/// <param name="Bytes">The packet, from its IP header on.</param>
public sealed record CapturedPacket(bool AtFarEnd, bool Sent, long Time, ReadOnlyMemory<byte> Bytes);
