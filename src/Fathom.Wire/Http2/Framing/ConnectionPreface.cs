namespace Fathom.Wire.Http2.Framing;

/// <summary>The bytes a client begins with (RFC 9113 section 3.4), and how a server takes them. Composed by value into a
/// connection.</summary>
internal struct ConnectionPreface
{
    private int _taken;

    /// <summary>The 24 bytes.</summary>
    public static ReadOnlySpan<byte> Bytes => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8;

    /// <summary>Whether all were taken.</summary>
    public readonly bool IsComplete => _taken == Bytes.Length;

    /// <summary>Takes what <paramref name="input"/> has of them off its front.</summary>
    /// <returns>False where it has something else.</returns>
    public bool TryConsume(ref ReadOnlySpan<byte> input)
    {
        var length = Math.Min(input.Length, Bytes.Length - _taken);
        if (!input[..length].SequenceEqual(Bytes.Slice(_taken, length)))
        {
            return false;
        }

        _taken += length;
        input = input[length..];
        return true;
    }
}
