using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>Writes the status of a call as trailers, or in the headers of a trailers-only response.</summary>
internal static class StatusWriter
{
    // HPACK's overhead of a field (RFC 7541 section 4.1), with which a peer's limit counts.
    private const int FieldOverhead = 32;

    // Three letters of a message would say nothing.
    private const int MinMessage = 16;

    // :status, content-type and grpc-accept-encoding, which precede the status of a trailers-only response.
    private const int HeadersReserve = 256;

    /// <summary>Writes a status and its metadata within <see cref="ServerOptions.MaxStatusMessageBytes"/> and the header list that the peer
    /// accepts (RFC 9113 section 6.5.2). Metadata beyond that is left out, and the status says so.</summary>
    public static void Write(HttpExchange exchange, ServerOptions options, Status status, Metadata? trailers, bool trailersOnly)
    {
        var left = exchange.MaxHeaderListSize - (trailersOnly ? HeadersReserve : 0) - SizeOf(GrpcHeaders.Status, 2);
        var metadata = trailers is null ? 0 : SizeOf(trailers);
        if (metadata > Math.Max(0, left))
        {
            status = new Status(status.IsOk ? StatusCode.ResourceExhausted : status.StatusCode,
                $"The client accepts header lists of {exchange.MaxHeaderListSize} bytes, and {metadata} bytes of metadata are left out. "
                    + status.Detail);
            (trailers, metadata) = (null, 0);
        }

        Add(exchange, trailersOnly, GrpcHeaders.Status, status.StatusCode.WireValue());
        var room = Math.Min(options.MaxStatusMessageBytes, left - metadata - SizeOf(GrpcHeaders.Message, 0));
        if (status.Detail.Length > 0 && room >= MinMessage)
        {
            Add(exchange, trailersOnly, GrpcHeaders.Message, StatusMessageEncoding.Encode(status.Detail, (int)room));
        }

        for (var i = 0; i < trailers?.Count; i++)
        {
            Add(exchange, trailersOnly, trailers[i].Key, trailers[i].WireValue);
        }
    }

    /// <summary>Whether the client accepts response headers with this metadata.</summary>
    public static bool FitsHeaders(HttpExchange exchange, Metadata headers) =>
        SizeOf(headers) <= Math.Max(0, exchange.MaxHeaderListSize - HeadersReserve);

    /// <summary>Writes a complete response without a message.</summary>
    public static void WriteTrailersOnly(HttpExchange exchange, ServerOptions options, Status status)
    {
        StartHeaders(exchange);
        Write(exchange, options, status, null, trailersOnly: true);
    }

    /// <summary>Writes the headers that every gRPC response has.</summary>
    public static void StartHeaders(HttpExchange exchange)
    {
        exchange.SetStatusCode(200);
        exchange.AddResponseHeader(GrpcHeaders.ContentType, GrpcContentType.Value);
    }

    // The encoded length of a binary value is computed: to encode it twice would cost more than the rest.
    private static long SizeOf(Metadata metadata)
    {
        var size = 0L;
        for (var i = 0; i < metadata.Count; i++)
        {
            var entry = metadata[i];
            size += SizeOf(entry.Key, entry.IsBinary ? (entry.ValueBytes.Length * 4 + 2) / 3 : entry.Value.Length);
        }

        return size;
    }

    private static int SizeOf(string name, int valueLength) => name.Length + valueLength + FieldOverhead;

    private static void Add(HttpExchange exchange, bool trailersOnly, string name, string value)
    {
        if (trailersOnly)
        {
            exchange.AddResponseHeader(name, value);
        }
        else
        {
            exchange.AddTrailer(name, value);
        }
    }
}
