namespace Fathom.Wire.Http2.Framing;

/// <summary>The client's connection preface (RFC 9113 section 3.4), and how much of it a server has received. Composed by value into a
/// connection.</summary>
internal struct ConnectionPreface
{
    private int _taken;

    /// <summary>The 24 bytes of the preface.</summary>
    public static ReadOnlySpan<byte> Bytes => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8;

    /// <summary>Whether the complete preface was received.</summary>
    public readonly bool IsComplete => _taken == Bytes.Length;

    /// <summary>Removes the expected bytes of the preface from the start of <paramref name="input"/>, as many as it has.</summary>
    /// <returns>False, without a change, when the input differs from the preface.</returns>
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
