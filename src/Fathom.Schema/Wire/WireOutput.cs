using System.Buffers.Binary;

namespace Fathom.Schema.Wire;

/// <summary>A growing buffer of protobuf bytes. What is length-delimited is written first and gets its length afterwards.</summary>
internal sealed class WireOutput
{
    private byte[] _buffer = new byte[256];

    public int Length { get; private set; }

    public ReadOnlyMemory<byte> Written => _buffer.AsMemory(0, Length);

    public ReadOnlySpan<byte> WrittenSince(int start) => _buffer.AsSpan(start, Length - start);

    public void Truncate(int length) => Length = length;

    public void Tag(int field, WireKind kind) => Varint(((uint)field << 3) | (uint)kind);

    public void Varint(ulong value)
    {
        var span = Reserve(10);
        var length = 0;
        while (value >= 0x80)
        {
            span[length++] = (byte)(value | 0x80);
            value >>= 7;
        }

        span[length++] = (byte)value;
        Length += length;
    }

    public void Fixed32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(Reserve(4), value);
        Length += 4;
    }

    public void Fixed64(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(Reserve(8), value);
        Length += 8;
    }

    public void Bytes(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Reserve(bytes.Length));
        Length += bytes.Length;
    }

    /// <summary>Room for at least <paramref name="size"/> bytes, of which <see cref="Advance"/> takes some.</summary>
    public Span<byte> Reserve(int size)
    {
        if (_buffer.Length - Length < size)
        {
            Array.Resize(ref _buffer, Math.Max(checked(Length + size), (int)Math.Min(2L * _buffer.Length, Array.MaxLength)));
        }

        return _buffer.AsSpan(Length);
    }

    public void Advance(int count) => Length += count;

    /// <summary>Begins a length-delimited value, with room for a length below 128. The result is for <see cref="End"/>.</summary>
    public int Begin()
    {
        Reserve(1)[0] = 0;
        return ++Length;
    }

    /// <summary>Ends a length-delimited value: writes its length before it, and moves it where that takes more than a byte.</summary>
    public void End(int start)
    {
        var size = Length - start;
        var extra = 0;
        for (var left = (uint)size >> 7; left != 0; left >>= 7)
        {
            extra++;
        }

        if (extra > 0)
        {
            Reserve(extra);
            _buffer.AsSpan(start, size).CopyTo(_buffer.AsSpan(start + extra));
        }

        Length = start - 1;
        Varint((uint)size);
        Length += size;
    }
}
