using System.Buffers.Binary;

namespace Fathom.Fuzz;

/// <summary>Takes an input apart, from its start. What is missing is 0 or empty.</summary>
internal ref struct FuzzInput(ReadOnlySpan<byte> bytes)
{
    /// <summary>What was not taken yet.</summary>
    public ReadOnlySpan<byte> Rest { get; private set; } = bytes;

    /// <summary>Takes a byte.</summary>
    public byte Byte()
    {
        var taken = Bytes(1);
        return taken.IsEmpty ? (byte)0 : taken[0];
    }

    /// <summary>Takes a piece whose length stands before it, in two bytes, big-endian.</summary>
    public ReadOnlySpan<byte> Piece()
    {
        var length = Bytes(2);
        return Bytes(length.Length < 2 ? 0 : BinaryPrimitives.ReadUInt16BigEndian(length));
    }

    private ReadOnlySpan<byte> Bytes(int count)
    {
        var taken = Rest[..Math.Min(count, Rest.Length)];
        Rest = Rest[taken.Length..];
        return taken;
    }
}
