namespace Fathom.Contracts.Serialization;

/// <summary>
/// Maps signed integers to unsigned ones that are small for small magnitudes: 0, -1, 1, -2 become 0, 1, 2, 3 (protobuf, "Encoding").
/// </summary>
internal static class ZigZag
{
    public static uint Encode(int value) => (uint)((value << 1) ^ (value >> 31));

    public static ulong Encode(long value) => (ulong)((value << 1) ^ (value >> 63));

    public static int Decode(uint value) => (int)(value >> 1) ^ -(int)(value & 1);

    public static long Decode(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);
}
