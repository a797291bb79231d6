namespace Fathom.Link.Flows;

/// <summary>A value from a moment on.</summary>
/// <param name="Time">Nanoseconds since the connection's first packet.</param>
/// <param name="Bytes">Bytes of the stream.</param>
public readonly record struct FlowPoint(long Time, long Bytes);
