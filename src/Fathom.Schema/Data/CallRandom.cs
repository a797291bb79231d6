using System.Buffers.Binary;

namespace Fathom.Schema.Data;

/// <summary>Random values that depend on seed, call and place alone: a shard has those of its calls, in whatever order it sends.</summary>
internal static class CallRandom
{
    /// <summary>A whole number of a range, both ends included.</summary>
    public static long Between(ulong seed, long call, int place, long low, long high)
    {
        var span = (ulong)high - (ulong)low;
        var bits = Bits(seed, call, place, 0);
        // The high half of a product is uniform to within one part in 2^64 over the span (Lemire, "Fast random integer generation").
        return span == ulong.MaxValue ? (long)bits : (long)((ulong)low + Math.BigMul(bits, span + 1, out _));
    }

    /// <summary>A UUID of version 4 (RFC 9562 section 5.4).</summary>
    public static Guid Uuid(ulong seed, long call, int place)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, Bits(seed, call, place, 1));
        BinaryPrimitives.WriteUInt64LittleEndian(bytes[8..], Bits(seed, call, place, 2));
        bytes[6] = (byte)((bytes[6] & 0x0F) | 0x40);
        bytes[8] = (byte)((bytes[8] & 0x3F) | 0x80);
        return new Guid(bytes, bigEndian: true);
    }

    private static ulong Bits(ulong seed, long call, int place, ulong part) =>
        Mix(Mix(Mix(seed) ^ (ulong)call) ^ ((ulong)(uint)place << 2) ^ part);

    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    private static ulong Mix(ulong x)
    {
        x += 0x9E3779B97F4A7C15;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return x ^ (x >> 31);
    }
}
