using System.Text;

namespace Fathom.Transport.Server.Discovery;

/// <summary>Reads the fields of a protobuf message one after the other: as much as descriptors and the messages of reflection and health
/// need, so that this assembly needs no protobuf library. Damaged bytes are an <see cref="InvalidDataException"/>.</summary>
internal ref struct DescriptorReader(ReadOnlySpan<byte> bytes)
{
    private ReadOnlySpan<byte> _rest = bytes;

    /// <summary>The number of the field read last.</summary>
    public int Field { get; private set; }

    /// <summary>The bytes of the field read last, where it is length-delimited.</summary>
    public ReadOnlySpan<byte> Value { get; private set; }

    public readonly string Text => Encoding.UTF8.GetString(Value);

    /// <summary>Reads the next field; false at the end.</summary>
    public bool Read()
    {
        if (_rest.IsEmpty)
        {
            return false;
        }

        var tag = Varint();
        Field = (int)(tag >> 3);
        Value = default;
        switch (tag & 7)
        {
            case 0:
                Varint();
                break;
            case 1:
                Take(8);
                break;
            case 2:
                Value = Take(Varint());
                break;
            case 5:
                Take(4);
                break;
            default:
                throw new InvalidDataException($"The message has a field of wire type {tag & 7}.");
        }

        return true;
    }

    private ulong Varint()
    {
        var value = 0UL;
        for (var shift = 0; shift < 64; shift += 7)
        {
            var part = Take(1)[0];
            value |= (ulong)(part & 0x7F) << shift;
            if (part < 0x80)
            {
                return value;
            }
        }

        throw new InvalidDataException("The message has a number of more than ten bytes.");
    }

    private ReadOnlySpan<byte> Take(ulong count)
    {
        if (count > (ulong)_rest.Length)
        {
            throw new InvalidDataException("The message ends in the middle of a field.");
        }

        var taken = _rest[..(int)count];
        _rest = _rest[(int)count..];
        return taken;
    }
}
