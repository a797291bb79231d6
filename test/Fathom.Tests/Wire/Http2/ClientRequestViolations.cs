using static Fathom.Wire.Http2.Http2ErrorCode;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Requests that a client must not send, RFC 9113 section 8.</summary>
internal static class ClientRequestViolations
{
    public static Violation[] All { get; } =
    [
        new("8.1 trailers without END_STREAM", ProtocolError, 1, p => p.Request(1).Headers(1, false, "x=y")),
        new("8.1 a pseudo-header field in trailers", ProtocolError, 1, p => p.Request(1).Headers(1, true, ":path=/")),
        new("8.1.1 content-length longer than the content", ProtocolError, 1,
            p => p.Request(1, false, "content-length=5").Data(1, 4, true)),
        new("8.1.1 content-length shorter than the content", ProtocolError, 1, p => p.Request(1, false, "content-length=5").Data(1, 6)),
        new("8.1.1 content-length and no content", ProtocolError, 1, p => p.Request(1, true, "content-length=5")),
        new("8.1.1 content-length and trailers too soon", ProtocolError, 1,
            p => p.Request(1, false, "content-length=5").Data(1, 4).Headers(1, true, "x=y")),
        new("8.1.1 content-length that is no number", ProtocolError, 1, p => p.Request(1, false, "content-length=5, 5")),
        new("8.1.1 two content-lengths", ProtocolError, 1, p => p.Request(1, false, "content-length=5", "content-length=6")),
        new("8.2.1 upper case in a name", ProtocolError, 1, p => p.Request(1, false, "X-a=b")),
        new("8.2.1 a space in a name", ProtocolError, 1, p => p.Request(1, false, "x a=b")),
        new("8.2.1 a non-ASCII byte in a name", ProtocolError, 1, p => p.Request(1, false, "x\u00e9=b")),
        new("8.2.1 a colon in a name", ProtocolError, 1, p => p.Request(1, false, "x:y=b")),
        new("8.2.1 line feed in a value", ProtocolError, 1, p => p.Request(1, false, "x=a\nb")),
        new("8.2.1 carriage return in a value", ProtocolError, 1, p => p.Request(1, false, "x=a\rb")),
        new("8.2.1 NUL in a value", ProtocolError, 1, p => p.Request(1, false, "x=a\0b")),
        new("8.2.1 a value that starts with a space", ProtocolError, 1, p => p.Request(1, false, "x= b")),
        new("8.2.1 a value that ends with a tab", ProtocolError, 1, p => p.Request(1, false, "x=b\t")),
        new("8.2.2 connection", ProtocolError, 1, p => p.Request(1, false, "connection=close")),
        new("8.2.2 keep-alive", ProtocolError, 1, p => p.Request(1, false, "keep-alive=5")),
        new("8.2.2 proxy-connection", ProtocolError, 1, p => p.Request(1, false, "proxy-connection=close")),
        new("8.2.2 transfer-encoding", ProtocolError, 1, p => p.Request(1, false, "transfer-encoding=chunked")),
        new("8.2.2 upgrade", ProtocolError, 1, p => p.Request(1, false, "upgrade=h2c")),
        new("8.2.2 te other than trailers", ProtocolError, 1, p => p.Request(1, false, "te=gzip")),
        new("8.2.2 connection in trailers", ProtocolError, 1, p => p.Request(1).Headers(1, true, "connection=close")),
        new("8.3 unknown pseudo-header field", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":x=y")),
        new("8.3 :status in a request", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":status=200")),
        new("8.3 pseudo-header field after a regular one", ProtocolError, 1,
            p => p.Headers(1, true, ":method=GET", ":scheme=http", "x=y", ":path=/")),
        new("8.3 :protocol, which is not offered", ProtocolError, 1, p => p.Request(1, false, ":protocol=websocket")),
        new("8.3.1 no :method", ProtocolError, 1, p => p.Headers(1, true, ":scheme=http", ":path=/")),
        new("8.3.1 no :scheme", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":path=/")),
        new("8.3.1 no :path", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http")),
        new("8.3.1 :method twice", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":method=GET", ":scheme=http", ":path=/")),
        new("8.3.1 :scheme twice", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":scheme=http", ":path=/")),
        new("8.3.1 :path twice", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":path=/")),
        new("8.3.1 :authority twice", ProtocolError, 1,
            p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":authority=a", ":authority=a")),
        new("8.3.1 :authority with user information", ProtocolError, 1,
            p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":authority=u@a")),
        new("8.3.1 empty :path", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=")),
        new("8.3.1 relative :path", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=x")),
        new("8.5 CONNECT with :path", ProtocolError, 1, p => p.Headers(1, false, ":method=CONNECT", ":authority=a:1", ":path=/")),
        new("8.5 CONNECT with :scheme", ProtocolError, 1, p => p.Headers(1, false, ":method=CONNECT", ":authority=a:1", ":scheme=http")),
        new("8.5 CONNECT without :authority", ProtocolError, 1, p => p.Headers(1, false, ":method=CONNECT")),
    ];
}
