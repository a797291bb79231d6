namespace Fathom.Contracts.Tests.Serialization;

internal static class ByteAssertions
{
    /// <summary>Says where two messages part, not all of both.</summary>
    public static void ShouldBeBytes(this byte[] actual, byte[] expected)
    {
        var same = actual.AsSpan().CommonPrefixLength(expected);
        if (same < actual.Length || same < expected.Length)
        {
            throw new ShouldAssertException(
                $"After {same} equal bytes {Around(expected)} should be but was {Around(actual)}; lengths {expected.Length} and "
                    + $"{actual.Length}");
        }

        string Around(byte[] bytes) => Convert.ToHexString(bytes[Math.Max(0, same - 12)..Math.Min(bytes.Length, same + 12)]);
    }
}
