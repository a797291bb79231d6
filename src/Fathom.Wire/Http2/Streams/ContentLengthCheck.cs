namespace Fathom.Wire.Http2.Streams;

/// <summary>Compares the <c>content-length</c> of a message with the length of its DATA (RFC 9113 section 8.1.1). Composed by value into a
/// stream.</summary>
internal struct ContentLengthCheck
{
    private long _declared;
    private long _received;

    /// <summary>Sets the declared length, in bytes; -1 when none was declared or the response has no content (HEAD, 304).</summary>
    public void Declare(long length) => _declared = length + 1;

    /// <summary>Counts bytes of DATA, without padding.</summary>
    /// <returns>Whether the message is well-formed so far: at most as long as declared, and exactly as long when <paramref name="ends"/> is
    /// true.</returns>
    public bool Accept(int bytes, bool ends)
    {
        _received += bytes;
        return _declared == 0 || (ends ? _received == _declared - 1 : _received <= _declared - 1);
    }
}
