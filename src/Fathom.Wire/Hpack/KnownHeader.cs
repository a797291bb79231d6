namespace Fathom.Wire.Hpack;

/// <summary>
/// A well-known field name, which a consumer can switch on instead of comparing bytes. Contains the names of the static table (RFC 7541
/// Appendix A) and those that RFC 9113 has rules for.
/// </summary>
internal enum KnownHeader : byte
{
    /// <summary>Not a well-known name: compare <see cref="HeaderField.Name"/>.</summary>
    Unknown = 0,
    /// <summary><c>:authority</c></summary>
    Authority,
    /// <summary><c>:method</c></summary>
    Method,
    /// <summary><c>:path</c></summary>
    Path,
    /// <summary><c>:scheme</c></summary>
    Scheme,
    /// <summary><c>:status</c></summary>
    Status,
    /// <summary>A name that starts with a colon and is not one of the five above.</summary>
    OtherPseudo,
    /// <summary><c>accept-charset</c></summary>
    AcceptCharset,
    /// <summary><c>accept-encoding</c></summary>
    AcceptEncoding,
    /// <summary><c>accept-language</c></summary>
    AcceptLanguage,
    /// <summary><c>accept-ranges</c></summary>
    AcceptRanges,
    /// <summary><c>accept</c></summary>
    Accept,
    /// <summary><c>access-control-allow-origin</c></summary>
    AccessControlAllowOrigin,
    /// <summary><c>age</c></summary>
    Age,
    /// <summary><c>allow</c></summary>
    Allow,
    /// <summary><c>authorization</c></summary>
    Authorization,
    /// <summary><c>cache-control</c></summary>
    CacheControl,
    /// <summary><c>content-disposition</c></summary>
    ContentDisposition,
    /// <summary><c>content-encoding</c></summary>
    ContentEncoding,
    /// <summary><c>content-language</c></summary>
    ContentLanguage,
    /// <summary><c>content-length</c></summary>
    ContentLength,
    /// <summary><c>content-location</c></summary>
    ContentLocation,
    /// <summary><c>content-range</c></summary>
    ContentRange,
    /// <summary><c>content-type</c></summary>
    ContentType,
    /// <summary><c>cookie</c></summary>
    Cookie,
    /// <summary><c>date</c></summary>
    Date,
    /// <summary><c>etag</c></summary>
    ETag,
    /// <summary><c>expect</c></summary>
    Expect,
    /// <summary><c>expires</c></summary>
    Expires,
    /// <summary><c>from</c></summary>
    From,
    /// <summary><c>host</c></summary>
    Host,
    /// <summary><c>if-match</c></summary>
    IfMatch,
    /// <summary><c>if-modified-since</c></summary>
    IfModifiedSince,
    /// <summary><c>if-none-match</c></summary>
    IfNoneMatch,
    /// <summary><c>if-range</c></summary>
    IfRange,
    /// <summary><c>if-unmodified-since</c></summary>
    IfUnmodifiedSince,
    /// <summary><c>last-modified</c></summary>
    LastModified,
    /// <summary><c>link</c></summary>
    Link,
    /// <summary><c>location</c></summary>
    Location,
    /// <summary><c>max-forwards</c></summary>
    MaxForwards,
    /// <summary><c>proxy-authenticate</c></summary>
    ProxyAuthenticate,
    /// <summary><c>proxy-authorization</c></summary>
    ProxyAuthorization,
    /// <summary><c>range</c></summary>
    Range,
    /// <summary><c>referer</c></summary>
    Referer,
    /// <summary><c>refresh</c></summary>
    Refresh,
    /// <summary><c>retry-after</c></summary>
    RetryAfter,
    /// <summary><c>server</c></summary>
    Server,
    /// <summary><c>set-cookie</c></summary>
    SetCookie,
    /// <summary><c>strict-transport-security</c></summary>
    StrictTransportSecurity,
    /// <summary><c>transfer-encoding</c></summary>
    TransferEncoding,
    /// <summary><c>user-agent</c></summary>
    UserAgent,
    /// <summary><c>vary</c></summary>
    Vary,
    /// <summary><c>via</c></summary>
    Via,
    /// <summary><c>www-authenticate</c></summary>
    WwwAuthenticate,
    /// <summary><c>connection</c> (not in the static table; forbidden in HTTP/2)</summary>
    Connection,
    /// <summary><c>keep-alive</c> (not in the static table; forbidden in HTTP/2)</summary>
    KeepAlive,
    /// <summary><c>proxy-connection</c> (not in the static table; forbidden in HTTP/2)</summary>
    ProxyConnection,
    /// <summary><c>upgrade</c> (not in the static table; forbidden in HTTP/2)</summary>
    Upgrade,
    /// <summary><c>te</c> (not in the static table; only <c>trailers</c> is allowed in HTTP/2)</summary>
    Te,
}
