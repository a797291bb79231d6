using System.Buffers;
using System.Text;

namespace Fathom.Transport.Server.Discovery;

/// <summary>Writes length-delimited and small number fields of a protobuf message.</summary>
internal sealed class DescriptorWriter
{
    private readonly ArrayBufferWriter<byte> _output = new();

    public ReadOnlyMemory<byte> Written => _output.WrittenMemory;

    public DescriptorWriter Field(int number, ReadOnlySpan<byte> value)
    {
        Varint((uint)(number << 3) | 2);
        Varint((uint)value.Length);
        _output.Write(value);
        return this;
    }

    public DescriptorWriter Field(int number, string value) => Field(number, Encoding.UTF8.GetBytes(value));

    public DescriptorWriter Field(int number, DescriptorWriter value) => Field(number, value.Written.Span);

    public DescriptorWriter Field(int number, int value)
    {
        Varint((uint)(number << 3));
        Varint((uint)value);
        return this;
    }

    private void Varint(uint value)
    {
        for (; value >= 0x80; value >>= 7)
        {
            _output.Write([(byte)(value | 0x80)]);
        }

        _output.Write([(byte)value]);
    }
}
