using System.Buffers.Text;
using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http2;

/// <summary>
/// Validates one field list (RFC 9113 sections 8.2 and 8.3): syntax, pseudo-header fields, connection-specific fields and content-length. A
/// mutable struct; create one for each list with <see cref="Begin"/>.
/// </summary>
internal struct MessageValidator
{
    private bool _isRequest;
    private bool _isTrailers;
    private bool _regularSeen;
    private bool _isConnect;
    private bool _hasMethod;
    private bool _hasScheme;
    private bool _hasPath;
    private bool _hasAuthority;
    private bool _hasHost;
    private bool _isHttps;
    private RequestAuthority _authority;

    /// <summary>The status of a response, 100 to 999; 0 for other lists.</summary>
    public int Status { get; private set; }

    /// <summary>The declared content-length, in bytes, or -1.</summary>
    public long ContentLength { get; private set; }

    /// <summary>Starts a list.</summary>
    /// <param name="isRequest">Whether a client sent it.</param>
    /// <param name="isTrailers">Whether it is a trailer section.</param>
    /// <param name="authority">Keeps a request's authority until its last field.</param>
    public static MessageValidator Begin(bool isRequest, bool isTrailers, RequestAuthority authority) =>
        new() { _isRequest = isRequest, _isTrailers = isTrailers, _authority = authority, ContentLength = -1 };

    /// <summary>Validates the next field.</summary>
    /// <returns>Null, or the rule that makes the message malformed (section 8.1.1).</returns>
    public string? AddField(in HeaderField field)
    {
        if (field.Syntax != FieldSyntax.Valid)
        {
            return field.Syntax == FieldSyntax.InvalidName ? "8.2.1: invalid field name" : "8.2.1: invalid field value";
        }

        if (field.KnownHeader is > KnownHeader.Unknown and <= KnownHeader.OtherPseudo)
        {
            return AddPseudoField(field);
        }

        _regularSeen = true;
        switch (field.KnownHeader)
        {
            case KnownHeader.Connection or KnownHeader.KeepAlive or KnownHeader.ProxyConnection or KnownHeader.TransferEncoding
                or KnownHeader.Upgrade:
                return "8.2.2: connection-specific field";
            case KnownHeader.Te when !field.Value.SequenceEqual("trailers"u8):
                return "8.2.2: te other than trailers";
            case KnownHeader.Host when _isRequest && !_isTrailers:
                return AddHost(field.Value);
            case KnownHeader.ContentLength when !_isTrailers:
                return SetContentLength(field.Value);
            default:
                return null;
        }
    }

    /// <summary>Validates the complete list, after its last field.</summary>
    /// <returns>Null, or the rule that makes the message malformed (section 8.1.1).</returns>
    public readonly string? Complete()
    {
        if (_isTrailers)
        {
            return null;
        }

        if (!_isRequest)
        {
            return Status == 0 ? "8.3.2: no :status" : null;
        }

        if (_isConnect)
        {
            return _hasScheme || _hasPath || !_hasAuthority ? "8.5: CONNECT needs :authority, and neither :scheme nor :path" : null;
        }

        if (!_hasMethod || !_hasScheme || !_hasPath)
        {
            return "8.3.1: :method, :scheme or :path is missing";
        }

        // A client must send :authority, which every http and https URI has; an intermediary may have left it out where it had host.
        return _hasAuthority || _hasHost ? null : "8.3.1: neither :authority nor host";
    }

    private string? AddHost(ReadOnlySpan<byte> value)
    {
        if (value.Length == 0 || !Once(ref _hasHost))
        {
            return "8.3.1: host twice or empty";
        }

        return !_hasAuthority || _authority.IsNamedBy(value, _isHttps ? ":443"u8 : ":80"u8) ? null
            : "8.3.1: host differs from :authority";
    }

    private string? AddPseudoField(in HeaderField field)
    {
        if (_isTrailers)
        {
            return "8.1: pseudo-header field in trailers";
        }

        if (_regularSeen)
        {
            return "8.3: pseudo-header field after a regular one";
        }

        if (_isRequest == (field.KnownHeader == KnownHeader.Status) || field.KnownHeader == KnownHeader.OtherPseudo)
        {
            return "8.3: pseudo-header field that is unknown or not allowed in this direction";
        }

        switch (field.KnownHeader)
        {
            case KnownHeader.Method:
                _isConnect = field.Value.SequenceEqual("CONNECT"u8);
                return Once(ref _hasMethod) && field.Value.Length > 0 ? null : "8.3.1: :method twice or empty";
            case KnownHeader.Scheme:
                _isHttps = field.Value.SequenceEqual("https"u8);
                return Once(ref _hasScheme) && field.Value.Length > 0 ? null : "8.3.1: :scheme twice or empty";
            case KnownHeader.Authority:
                _authority.Set(field);
                return Once(ref _hasAuthority) && field.Value.Length > 0 && !field.Value.Contains((byte)'@') ? null
                    : "8.3.1: :authority twice, empty, or with user information";
            case KnownHeader.Path:
                return Once(ref _hasPath) && IsPath(field.Value) ? null : "8.3.1: :path twice, empty, or neither absolute nor *";
            default:
                return SetStatus(field.Value);
        }
    }

    private string? SetStatus(ReadOnlySpan<byte> value)
    {
        if (Status != 0 || value.Length != 3 || !Utf8Parser.TryParse(value, out int status, out var used) || used != 3 || status < 100)
        {
            return "8.3.2: :status twice or not three digits";
        }

        Status = status;
        return status == 101 ? "8.6: status 101" : null;
    }

    private string? SetContentLength(ReadOnlySpan<byte> value)
    {
        if (value.Length == 0 || value.ContainsAnyExceptInRange((byte)'0', (byte)'9')
            || !Utf8Parser.TryParse(value, out long length, out var used) || used != value.Length || length == long.MaxValue
            || (ContentLength >= 0 && ContentLength != length))
        {
            return "8.1.1: invalid content-length";
        }

        ContentLength = length;
        return null;
    }

    // Other schemes can have other paths; this engine supports only http and https.
    private static bool IsPath(ReadOnlySpan<byte> value) => value.Length > 0 && (value[0] == (byte)'/' || value.SequenceEqual("*"u8));

    private static bool Once(ref bool seen)
    {
        var first = !seen;
        seen = true;
        return first;
    }
}
