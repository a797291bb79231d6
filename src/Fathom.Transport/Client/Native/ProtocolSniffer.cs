namespace Fathom.Transport.Client.Native;

/// <summary>Identifies the protocol of a server that does not use HTTP/2, by its first bytes. Composed by value into a
/// connection.</summary>
internal struct ProtocolSniffer
{
    private const int MaxBytes = 8;

    private ulong _bytes;
    private int _count;

    /// <summary>Whether no bytes were received.</summary>
    public readonly bool IsEmpty => _count == 0;

    public void Add(ReadOnlySpan<byte> bytes)
    {
        for (var i = 0; i < bytes.Length && _count < MaxBytes; i++)
        {
            _bytes |= (ulong)bytes[i] << (8 * _count++);
        }
    }

    /// <summary>Describes the protocol; null when it is not recognized.</summary>
    public readonly string? Describe()
    {
        Span<byte> bytes = stackalloc byte[MaxBytes];
        BitConverter.TryWriteBytes(bytes, _bytes);
        bytes = bytes[.._count];
        return bytes switch
        {
            [(byte)'H', (byte)'T', (byte)'T', (byte)'P', (byte)'/', ..] => "it speaks another protocol, HTTP/1.1",
            // A record of type alert or handshake (RFC 8446 section 5.1).
            [0x15 or 0x16, 0x03, ..] => "it speaks another protocol, TLS: use https",
            [] => null,
            _ when bytes.IndexOfAnyExceptInRange((byte)' ', (byte)'~') < 0 => "it speaks another protocol",
            _ => null,
        };
    }
}
