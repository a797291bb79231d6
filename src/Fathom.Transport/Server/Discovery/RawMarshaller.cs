using System.Buffers;
using Fathom.Transport.Calls;

namespace Fathom.Transport.Server.Discovery;

/// <summary>Messages as their bytes.</summary>
internal sealed class RawMarshaller : Marshaller<ReadOnlyMemory<byte>>
{
    public static RawMarshaller Instance { get; } = new();

    public override int GetSize(ReadOnlyMemory<byte> value) => value.Length;

    public override void Serialize(ReadOnlyMemory<byte> value, IBufferWriter<byte> output) => output.Write(value.Span);

    public override ReadOnlyMemory<byte> Deserialize(in ReadOnlySequence<byte> bytes) => bytes.ToArray();
}
