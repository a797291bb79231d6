namespace Fathom.Transport.Connections.Loops;

/// <summary>Counts TLS records by their headers (RFC 8446 section 5.1), which are not encrypted. Composed by value.</summary>
internal struct TlsRecordCounter
{
    private const int HeaderBytes = 5;
    private const int LengthAt = 3;

    private int _inHeader;
    private ushort _length;
    private int _left;

    /// <summary>Counts those that begin in the next bytes of a connection.</summary>
    public int Count(ReadOnlySpan<byte> bytes)
    {
        var records = 0;
        while (!bytes.IsEmpty)
        {
            if (_left > 0)
            {
                var taken = Math.Min(_left, bytes.Length);
                _left -= taken;
                bytes = bytes[taken..];
                continue;
            }

            records += _inHeader == 0 ? 1 : 0;
            _length = (ushort)(_length << 8 | (_inHeader < LengthAt ? 0 : bytes[0]));
            bytes = bytes[1..];
            if (++_inHeader == HeaderBytes)
            {
                (_inHeader, _left, _length) = (0, _length, 0);
            }
        }

        return records;
    }
}
