using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>How a call ended; set once.</summary>
internal sealed record CallResult(Status Status, Metadata Trailers, Exception? Cause = null);
