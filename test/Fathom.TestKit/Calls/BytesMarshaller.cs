using System.Buffers;
using Fathom.Transport.Calls;

namespace Fathom.TestKit.Calls;

/// <summary>Messages that are their own bytes.</summary>
public sealed class BytesMarshaller : Marshaller<byte[]>
{
    /// <inheritdoc/>
    public override int GetSize(byte[] value) => value.Length;

    /// <inheritdoc/>
    public override void Serialize(byte[] value, IBufferWriter<byte> output) => output.Write(value);

    /// <inheritdoc/>
    public override byte[] Deserialize(in ReadOnlySequence<byte> bytes) => bytes.ToArray();
}
