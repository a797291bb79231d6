using System.Text;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>A protobuf message that is being written: the fields that descriptors have.</summary>
internal sealed class DescriptorMessage
{
    private readonly List<byte> _bytes = [];

    public byte[] ToArray() => [.. _bytes];

    public DescriptorMessage Add(int field, string value) => Add(field, Encoding.UTF8.GetBytes(value));

    public DescriptorMessage Add(int field, DescriptorMessage value) => Add(field, value.ToArray());

    public DescriptorMessage Add(int field, bool value) => value ? Add(field, 1) : this;

    public DescriptorMessage Add(int field, int value)
    {
        Varint((uint)(field << 3));
        // Negative numbers are sign-extended to 64 bits.
        Varint((ulong)(long)value);
        return this;
    }

    private DescriptorMessage Add(int field, byte[] value)
    {
        Varint((uint)((field << 3) | 2));
        Varint((uint)value.Length);
        _bytes.AddRange(value);
        return this;
    }

    private void Varint(ulong value)
    {
        for (; value >= 0x80; value >>= 7)
        {
            _bytes.Add((byte)(value | 0x80));
        }

        _bytes.Add((byte)value);
    }
}
