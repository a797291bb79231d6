using System.Buffers.Binary;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// Fields that the contract does not declare. They are kept unchanged and written after the declared fields. Shared by a message and its
/// <c>with</c> copies; modified only while the message is read. Equality compares the bytes, so that records compare by value.
/// </summary>
public sealed class UnknownFields : IEquatable<UnknownFields>
{
    private byte[] _bytes = [];

    internal int Length { get; private set; }

    internal ReadOnlySpan<byte> Span => _bytes.AsSpan(0, Length);

    /// <inheritdoc/>
    public bool Equals(UnknownFields? other) => other is not null && Span.SequenceEqual(other.Span);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as UnknownFields);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        hash.AddBytes(Span);
        return hash.ToHashCode();
    }

    internal void AppendVarint(ulong value)
    {
        var room = Extend(FieldSize.Varint(value));
        for (; value > 0x7F; value >>= 7)
        {
            room[0] = (byte)(value | 0x80);
            room = room[1..];
        }

        room[0] = (byte)value;
    }

    internal void AppendFixed32(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Extend(4), value);

    internal void AppendFixed64(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Extend(8), value);

    // The caller has checked that the input contains this many bytes.
    internal Span<byte> Extend(int count)
    {
        var needed = Length + count;
        if (needed > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(needed, Math.Min(_bytes.Length * 2, Array.MaxLength)));
        }

        var room = _bytes.AsSpan(Length, count);
        Length = needed;
        return room;
    }
}
