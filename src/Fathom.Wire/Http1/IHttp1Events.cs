using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http1;

/// <summary>Events of a <see cref="Http1ResponseReader"/>, raised during its methods. Spans are valid during the call only.</summary>
internal interface IHttp1Events
{
    /// <summary>The head of a final response, with <c>:status</c> first and names in lower case. Fields that concern the connection are
    /// left out (RFC 9113 section 8.2.2).</summary>
    void OnHead(HeaderList fields);

    /// <summary>Bytes of the body, without the framing of chunks.</summary>
    void OnBody(ReadOnlySpan<byte> data);

    /// <summary>The response is complete.</summary>
    /// <param name="keepsConnection">Whether the connection can carry another request (RFC 9112 section 9.3).</param>
    void OnEnd(bool keepsConnection);
}
