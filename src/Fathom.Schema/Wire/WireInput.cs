using System.Buffers.Binary;

namespace Fathom.Schema.Wire;

/// <summary>Reads the fields of a message one after the other. Damaged bytes are a <see cref="FormatException"/>.</summary>
internal struct WireInput(ReadOnlyMemory<byte> bytes)
{
    private const int MaxGroupDepth = 100;
    private const int MaxFieldNumber = (1 << 29) - 1;

    private readonly ReadOnlyMemory<byte> _bytes = bytes;
    private int _at;

    public readonly bool AtEnd => _at == _bytes.Length;

    /// <summary>Reads the next field; false at the end.</summary>
    public bool TryRead(out WireField field)
    {
        field = AtEnd ? default : Read(0);
        if (field.Kind == WireKind.EndGroup)
        {
            throw new FormatException("the end of a group that has not begun");
        }

        return field.Number != 0;
    }

    public ulong Varint()
    {
        var span = _bytes.Span;
        var value = 0UL;
        for (var shift = 0; shift < 64; shift += 7)
        {
            if (_at == span.Length)
            {
                throw Truncated();
            }

            var part = span[_at++];
            value |= (ulong)(part & 0x7F) << shift;
            if (part < 0x80)
            {
                return value;
            }
        }

        throw new FormatException("a number of more than ten bytes");
    }

    public uint Fixed32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(4).Span);

    public ulong Fixed64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(8).Span);

    private WireField Read(int depth)
    {
        var tag = Varint();
        var (number, kind) = (tag >> 3, (WireKind)(tag & 7));
        if (number is 0 or > MaxFieldNumber)
        {
            throw new FormatException($"field number {number}, which is not from 1 to {MaxFieldNumber}");
        }

        var field = (int)number;
        return kind switch
        {
            WireKind.Varint => new(field, kind, Varint(), default),
            WireKind.Fixed32 => new(field, kind, Fixed32(), default),
            WireKind.Fixed64 => new(field, kind, Fixed64(), default),
            WireKind.Delimited => new(field, kind, 0, Take(Varint())),
            WireKind.StartGroup => new(field, kind, 0, Group(field, depth)),
            WireKind.EndGroup => new(field, kind, 0, default),
            _ => throw new FormatException($"wire type {(int)kind}, which does not exist"),
        };
    }

    private ReadOnlyMemory<byte> Group(int number, int depth)
    {
        if (depth == MaxGroupDepth)
        {
            throw new FormatException($"groups nested deeper than {MaxGroupDepth}");
        }

        var start = _at;
        while (true)
        {
            var before = _at;
            var inner = Read(depth + 1);
            if (inner.Kind == WireKind.EndGroup)
            {
                return inner.Number == number
                    ? _bytes[start..before]
                    : throw new FormatException($"group {number} ended by the end of group {inner.Number}");
            }
        }
    }

    private ReadOnlyMemory<byte> Take(ulong count)
    {
        if (count > (ulong)(_bytes.Length - _at))
        {
            throw Truncated();
        }

        var taken = _bytes.Slice(_at, (int)count);
        _at += (int)count;
        return taken;
    }

    private static FormatException Truncated() => new("it ends in the middle of a field");
}
