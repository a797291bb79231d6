namespace Fathom.Wire.Grpc;

/// <summary>The side of a call that reads. The status of a fault depends on it (gRPC doc/compression.md).</summary>
internal enum ReceivingSide
{
    /// <summary>The server reads requests. An unsupported encoding is UNIMPLEMENTED.</summary>
    Server,

    /// <summary>The client reads responses. An encoding that it did not offer to accept is INTERNAL.</summary>
    Client,
}
