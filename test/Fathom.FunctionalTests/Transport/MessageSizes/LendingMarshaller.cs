using System.Buffers;
using Fathom.Transport.Calls;

namespace Fathom.FunctionalTests.Transport.MessageSizes;

/// <summary>Copies the first and the last bytes of a message and lends what is between.</summary>
internal sealed class LendingMarshaller : Marshaller<ReadOnlyMemory<byte>>
{
    private const int Copied = 11;
    private int _lent;
    private int _taken;

    public int Lent => _lent;

    public int Taken => _taken;

    public override int ZeroCopyThreshold => 100_000;

    public override int GetSize(ReadOnlyMemory<byte> value) => value.Length;

    public override void Serialize(ReadOnlyMemory<byte> value, IBufferWriter<byte> output)
    {
        if (output is not IZeroCopyBufferWriter lending)
        {
            output.Write(value.Span);
            return;
        }

        output.Write(value.Span[..Copied]);
        lending.WriteBorrowed(value[Copied..^Copied]);
        output.Write(value.Span[^Copied..]);
        Interlocked.Increment(ref _lent);
    }

    public override ReadOnlyMemory<byte> Deserialize(in ReadOnlySequence<byte> bytes) => bytes.ToArray();

    public override ReadOnlyMemory<byte> DeserializeOwned(ReadOnlyMemory<byte> bytes)
    {
        Interlocked.Increment(ref _taken);
        return bytes;
    }
}
