using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>Writes the status of a call as trailers, or in the headers of a trailers-only response.</summary>
internal static class StatusWriter
{
    public static void Write(HttpExchange exchange, Status status, Metadata? trailers, bool trailersOnly)
    {
        Add(exchange, trailersOnly, GrpcHeaders.Status, status.StatusCode.WireValue());
        if (status.Detail.Length > 0)
        {
            Add(exchange, trailersOnly, GrpcHeaders.Message, StatusMessageEncoding.Encode(status.Detail));
        }

        for (var i = 0; i < trailers?.Count; i++)
        {
            Add(exchange, trailersOnly, trailers[i].Key, trailers[i].WireValue);
        }
    }

    /// <summary>Writes a complete response without a message.</summary>
    public static void WriteTrailersOnly(HttpExchange exchange, Status status)
    {
        StartHeaders(exchange);
        Write(exchange, status, null, trailersOnly: true);
    }

    /// <summary>Writes the headers that every gRPC response has.</summary>
    public static void StartHeaders(HttpExchange exchange)
    {
        exchange.SetStatusCode(200);
        exchange.AddResponseHeader(GrpcHeaders.ContentType, GrpcContentType.Value);
    }

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
