using Fathom.Transport.Connections;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Client.Native;

/// <summary>What a completed header section means for a call.</summary>
internal enum ResponseSection : byte
{
    /// <summary>An interim response (1xx); the final one follows.</summary>
    Interim = 0,

    /// <summary>The headers of a response; messages follow.</summary>
    Headers,

    /// <summary>Trailers, or a response of trailers only: the call has ended.</summary>
    Trailers,

    /// <summary>Headers that are not a gRPC response.</summary>
    Invalid,
}

/// <summary>The header sections of one response: headers and trailers (gRPC doc/PROTOCOL-HTTP2.md, "Responses"). Composed by value into a
/// call.</summary>
internal struct ResponseSections
{
    private ReceivedHeaders _headers;
    private ReceivedHeaders _trailers;

    /// <summary>Whether the headers were received.</summary>
    public bool HasHeaders { get; private set; }

    /// <summary>Whether the server sent only trailers, so that there are no headers.</summary>
    public bool HasTrailersOnly { get; private set; }

    /// <summary>The metadata of the headers; null before they were received.</summary>
    public readonly Metadata? Metadata => HasHeaders ? _headers.Metadata ?? [] : null;

    /// <summary>Not OK when metadata of the headers cannot be decoded.</summary>
    public readonly Status MetadataStatus => _headers.CheckMetadata();

    /// <summary>The <c>grpc-encoding</c> of the response, or null.</summary>
    public readonly string? Encoding => _headers.Encoding;

    /// <summary>How the server ended the call.</summary>
    public readonly CallResult Result
    {
        get
        {
            var last = HasTrailersOnly ? _headers : _trailers;
            return new CallResult(last.ReadStatus(), last.Metadata ?? []);
        }
    }

    public void Add(in HeaderField field, HeaderStringCache strings)
    {
        if (HasHeaders)
        {
            _trailers.Add(field, strings);
        }
        else
        {
            _headers.Add(field, strings);
        }
    }

    /// <summary>Adds the trailers that came in the body of gRPC-Web.</summary>
    public void AddTrailers(IEnumerable<KeyValuePair<string, string>> trailers)
    {
        foreach (var field in trailers)
        {
            _trailers.Add(field);
        }
    }

    /// <summary>Completes a section.</summary>
    /// <param name="kind">What HTTP/2 says it is.</param>
    /// <param name="endStream">Whether the stream ends with it.</param>
    /// <param name="isWeb">Whether the response is gRPC-Web.</param>
    /// <param name="failure">The status of the call for <see cref="ResponseSection.Invalid"/>.</param>
    public ResponseSection Complete(FieldBlockKind kind, bool endStream, bool isWeb, out Status failure)
    {
        failure = Status.Ok;
        if (kind == FieldBlockKind.Informational)
        {
            _headers = default;
            return ResponseSection.Interim;
        }

        if (kind == FieldBlockKind.Trailers)
        {
            return ResponseSection.Trailers;
        }

        HasHeaders = true;
        failure = _headers.Check(isWeb);
        if (_headers.HasStatus || (endStream && failure.IsOk))
        {
            HasTrailersOnly = true;
            return ResponseSection.Trailers;
        }

        return failure.IsOk ? ResponseSection.Headers : ResponseSection.Invalid;
    }

    /// <summary>Discards incomplete headers, before the call is sent again.</summary>
    public void Reset() => _headers = default;
}
