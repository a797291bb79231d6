using System.Buffers.Binary;

namespace Fathom.Link.Capture;

/// <summary>Writes one pcapng block to a span: type, length, fields and options, padded to 32 bits, and the length once more.</summary>
internal ref struct PcapngBlockWriter
{
    private readonly Span<byte> _to;
    private int _at;

    public PcapngBlockWriter(Span<byte> to, uint type)
    {
        _to = to;
        UInt32(type);
        // Placeholder of the block length, written by End.
        _at += 4;
    }

    public void UInt16(ushort value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(_to[_at..], value);
        _at += 2;
    }

    public void UInt32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_to[_at..], value);
        _at += 4;
    }

    public void Option(ushort code, scoped ReadOnlySpan<byte> value)
    {
        UInt16(code);
        UInt16((ushort)value.Length);
        Padded(value);
    }

    public void Padded(scoped ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_to[_at..]);
        _at += bytes.Length;
        var padding = -_at & 3;
        _to.Slice(_at, padding).Clear();
        _at += padding;
    }

    public int End()
    {
        var length = (uint)_at + 4;
        UInt32(length);
        BinaryPrimitives.WriteUInt32LittleEndian(_to[4..], length);
        return _at;
    }
}
