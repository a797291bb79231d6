namespace Fathom.Wire.Grpc;

/// <summary>Which side of a call reads: the same fault has another status on each (gRPC doc/compression.md).</summary>
internal enum ReceivingSide
{
    /// <summary>The server reads requests: an unknown encoding is Unimplemented.</summary>
    Server,

    /// <summary>The client reads responses: an encoding it never said it accepts is Internal.</summary>
    Client,
}
