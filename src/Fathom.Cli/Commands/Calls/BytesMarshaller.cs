using System.Buffers;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Messages that are encoded already.</summary>
internal sealed class BytesMarshaller : Marshaller<ReadOnlyMemory<byte>>
{
    public override int GetSize(ReadOnlyMemory<byte> value) => value.Length;

    public override void Serialize(ReadOnlyMemory<byte> value, IBufferWriter<byte> output) => output.Write(value.Span);

    public override ReadOnlyMemory<byte> Deserialize(in ReadOnlySequence<byte> bytes) => bytes.ToArray();
}
