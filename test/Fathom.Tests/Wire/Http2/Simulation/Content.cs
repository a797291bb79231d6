using System.Buffers.Binary;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>The bytes a call carries, derived from seed, stream and direction, so that either end knows what must arrive at which
/// offset.</summary>
internal static class Content
{
    /// <summary>Scrambles a number (the finalizer of SplitMix64).</summary>
    public static ulong Mix(ulong x)
    {
        x += 0x9e37_79b9_7f4a_7c15;
        x = (x ^ (x >> 30)) * 0xbf58_476d_1ce4_e5b9;
        x = (x ^ (x >> 27)) * 0x94d0_49bb_1331_11eb;
        return x ^ (x >> 31);
    }

    /// <summary>What all content of one direction of one stream is derived from.</summary>
    public static ulong Key(int seed, int streamId, bool fromClient) =>
        Mix(Mix((ulong)seed) + ((ulong)streamId << 1) + (fromClient ? 1u : 0u));

    /// <summary>Writes the bytes from <paramref name="offset"/> on.</summary>
    public static void Fill(Span<byte> destination, ulong key, int offset)
    {
        Span<byte> word = stackalloc byte[8];
        while (destination.Length > 0)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(word, Mix(key + (ulong)(offset >> 3)));
            var part = word[(offset & 7)..];
            part = part[..Math.Min(part.Length, destination.Length)];
            part.CopyTo(destination);
            destination = destination[part.Length..];
            offset += part.Length;
        }
    }

    /// <summary>Whether the bytes are those from <paramref name="offset"/> on.</summary>
    public static bool Matches(ReadOnlySpan<byte> data, ulong key, int offset)
    {
        Span<byte> expected = stackalloc byte[512];
        while (data.Length > 0)
        {
            var part = data[..Math.Min(data.Length, expected.Length)];
            Fill(expected[..part.Length], key, offset);
            if (!part.SequenceEqual(expected[..part.Length]))
            {
                return false;
            }

            data = data[part.Length..];
            offset += part.Length;
        }

        return true;
    }
}
