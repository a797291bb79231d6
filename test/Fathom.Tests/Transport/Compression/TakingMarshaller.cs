using System.Buffers;
using Fathom.Transport.Calls;

namespace Fathom.Tests.Transport.Compression;

/// <summary>Takes memory that it is given, and remembers whether it was given some.</summary>
/// <param name="threshold">Bytes from which on a message has memory of its own.</param>
internal sealed class TakingMarshaller(int threshold) : Marshaller<byte[]>
{
    public bool HasTaken { get; private set; }

    public override int ZeroCopyThreshold => threshold;

    public override int GetSize(byte[] value) => value.Length;

    public override void Serialize(byte[] value, IBufferWriter<byte> output) => output.Write(value);

    public override byte[] Deserialize(in ReadOnlySequence<byte> bytes) => bytes.ToArray();

    public override byte[] DeserializeOwned(ReadOnlyMemory<byte> bytes)
    {
        HasTaken = true;
        return bytes.ToArray();
    }
}
