using Fathom.Transport.Client;
using Fathom.Transport.Codecs;

namespace Fathom.Load.Grpc.Calls;

/// <summary>What replies may be. Immutable; shared by all calls of a worker.</summary>
/// <param name="Codec">The codec in which messages may be compressed; null for none.</param>
/// <param name="MaxSize">Maximum size of a message, in bytes; null for no limit.</param>
/// <param name="Protocol">Their protocol.</param>
internal sealed record ReplyLimits(Codec? Codec, int? MaxSize, WireProtocol Protocol = WireProtocol.Grpc);
