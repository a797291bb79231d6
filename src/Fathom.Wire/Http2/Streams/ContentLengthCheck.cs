namespace Fathom.Wire.Http2.Streams;

/// <summary>Compares a message's <c>content-length</c> with the bytes of its DATA (RFC 9113 section 8.1.1). Composed by value into a
/// stream.</summary>
internal struct ContentLengthCheck
{
    private long _declared;
    private long _received;

    /// <summary>Takes the declared length, in bytes; -1 where none was declared, or where none of it follows (HEAD, 304).</summary>
    public void Declare(long length) => _declared = length + 1;

    /// <summary>Takes bytes of DATA, padding left out.</summary>
    /// <returns>Whether the message is well-formed so far: not longer than declared, and as long where it
    /// <paramref name="ends"/>.</returns>
    public bool Accept(int bytes, bool ends)
    {
        _received += bytes;
        return _declared == 0 || (ends ? _received == _declared - 1 : _received <= _declared - 1);
    }
}
