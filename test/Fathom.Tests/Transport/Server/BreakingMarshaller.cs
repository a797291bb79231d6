using System.Buffers;
using Fathom.Transport.Calls;

namespace Fathom.Tests.Transport.Server;

/// <summary>Fails while it writes a message, and on every message it reads.</summary>
internal sealed class BreakingMarshaller : Marshaller<byte[]>
{
    public override int GetSize(byte[] value) => 10;

    public override void Serialize(byte[] value, IBufferWriter<byte> output) => throw new InvalidOperationException("half-way");

    public override byte[] Deserialize(in ReadOnlySequence<byte> bytes) => throw new FormatException("unreadable");
}
