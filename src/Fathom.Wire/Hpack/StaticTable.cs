namespace Fathom.Wire.Hpack;

/// <summary>The static table (RFC 7541 Appendix A) and the well-known names.</summary>
internal static class StaticTable
{
    /// <summary>The number of entries. The first dynamic entry has index 62.</summary>
    public const int Count = 61;

    private static readonly (string Name, string Value, KnownHeader Known)[] Rows =
    [
        (":authority", "", KnownHeader.Authority), (":method", "GET", KnownHeader.Method), (":method", "POST", KnownHeader.Method),
        (":path", "/", KnownHeader.Path), (":path", "/index.html", KnownHeader.Path), (":scheme", "http", KnownHeader.Scheme),
        (":scheme", "https", KnownHeader.Scheme), (":status", "200", KnownHeader.Status), (":status", "204", KnownHeader.Status),
        (":status", "206", KnownHeader.Status), (":status", "304", KnownHeader.Status), (":status", "400", KnownHeader.Status),
        (":status", "404", KnownHeader.Status), (":status", "500", KnownHeader.Status), ("accept-charset", "", KnownHeader.AcceptCharset),
        ("accept-encoding", "gzip, deflate", KnownHeader.AcceptEncoding), ("accept-language", "", KnownHeader.AcceptLanguage),
        ("accept-ranges", "", KnownHeader.AcceptRanges), ("accept", "", KnownHeader.Accept),
        ("access-control-allow-origin", "", KnownHeader.AccessControlAllowOrigin), ("age", "", KnownHeader.Age),
            ("allow", "", KnownHeader.Allow),
        ("authorization", "", KnownHeader.Authorization), ("cache-control", "", KnownHeader.CacheControl),
        ("content-disposition", "", KnownHeader.ContentDisposition), ("content-encoding", "", KnownHeader.ContentEncoding),
        ("content-language", "", KnownHeader.ContentLanguage), ("content-length", "", KnownHeader.ContentLength),
        ("content-location", "", KnownHeader.ContentLocation), ("content-range", "", KnownHeader.ContentRange),
        ("content-type", "", KnownHeader.ContentType), ("cookie", "", KnownHeader.Cookie), ("date", "", KnownHeader.Date),
        ("etag", "", KnownHeader.ETag), ("expect", "", KnownHeader.Expect), ("expires", "", KnownHeader.Expires),
            ("from", "", KnownHeader.From),
        ("host", "", KnownHeader.Host), ("if-match", "", KnownHeader.IfMatch), ("if-modified-since", "", KnownHeader.IfModifiedSince),
        ("if-none-match", "", KnownHeader.IfNoneMatch), ("if-range", "", KnownHeader.IfRange),
        ("if-unmodified-since", "", KnownHeader.IfUnmodifiedSince), ("last-modified", "", KnownHeader.LastModified),
            ("link", "", KnownHeader.Link),
        ("location", "", KnownHeader.Location), ("max-forwards", "", KnownHeader.MaxForwards),
        ("proxy-authenticate", "", KnownHeader.ProxyAuthenticate), ("proxy-authorization", "", KnownHeader.ProxyAuthorization),
        ("range", "", KnownHeader.Range), ("referer", "", KnownHeader.Referer), ("refresh", "", KnownHeader.Refresh),
        ("retry-after", "", KnownHeader.RetryAfter), ("server", "", KnownHeader.Server), ("set-cookie", "", KnownHeader.SetCookie),
        ("strict-transport-security", "", KnownHeader.StrictTransportSecurity), ("transfer-encoding", "", KnownHeader.TransferEncoding),
        ("user-agent", "", KnownHeader.UserAgent), ("vary", "", KnownHeader.Vary), ("via", "", KnownHeader.Via),
        ("www-authenticate", "", KnownHeader.WwwAuthenticate),
    ];

    private static readonly byte[][] Names = [.. Rows.Select(row => Bytes(row.Name))];
    private static readonly byte[][] Values = [.. Rows.Select(row => Bytes(row.Value))];
    private static readonly KnownHeader[] KnownHeaders = [.. Rows.Select(row => row.Known)];

    private static readonly NameIndex ByName = new(
        Rows.Select((row, i) => (row.Name, row.Known, Index: i + 1)).DistinctBy(row => row.Name).Concat(
        [
            ("connection", KnownHeader.Connection, 0), ("keep-alive", KnownHeader.KeepAlive, 0), ("te", KnownHeader.Te, 0),
            ("proxy-connection", KnownHeader.ProxyConnection, 0), ("upgrade", KnownHeader.Upgrade, 0),
        ]));

    /// <summary>Returns the name of entry <paramref name="index"/>, 1 to 61.</summary>
    public static ReadOnlySpan<byte> Name(int index) => Names[index - 1];

    /// <summary>Returns the value of entry <paramref name="index"/>, 1 to 61; empty when the entry has only a name.</summary>
    public static ReadOnlySpan<byte> Value(int index) => Values[index - 1];

    /// <summary>Returns the well-known name of entry <paramref name="index"/>, 1 to 61.</summary>
    public static KnownHeader KnownHeaderAt(int index) => KnownHeaders[index - 1];

    /// <summary>Returns the well-known name for a name that was sent as a literal.</summary>
    public static KnownHeader Identify(ReadOnlySpan<byte> name)
    {
        var known = ByName.Find(name, out _);
        return known == KnownHeader.Unknown && name.Length > 0 && name[0] == (byte)':' ? KnownHeader.OtherPseudo : known;
    }

    /// <summary>Returns the first index with this name, or 0. <paramref name="exact"/> is the index with this name and value, or
    /// 0.</summary>
    public static int Find(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, out int exact)
    {
        exact = 0;
        if (ByName.Find(name, out var first) == KnownHeader.Unknown || first == 0)
        {
            return 0;
        }

        // Entries with the same name are adjacent, so only they can match both name and value.
        for (var index = first; index <= Count && KnownHeaders[index - 1] == KnownHeaders[first - 1]; index++)
        {
            if (value.SequenceEqual(Values[index - 1]))
            {
                exact = index;
                break;
            }
        }

        return first;
    }

    private static byte[] Bytes(string text) => System.Text.Encoding.ASCII.GetBytes(text);
}
