using System.Net.Http.Headers;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>What the headers and trailers of an HTTP response say about a call (gRPC doc/PROTOCOL-HTTP2.md, "Responses").</summary>
internal static class HttpResponseFields
{
    /// <summary>Whether the response is one gRPC answers with, or what its being another means.</summary>
    public static Status Check(HttpResponseMessage response) =>
        GrpcResponse.Check((int)response.StatusCode, Value(response.Content.Headers, GrpcHeaders.ContentType));

    /// <summary>Whether <paramref name="headers"/> hold the status of the call.</summary>
    public static bool HasStatus(HttpHeaders headers) => headers.NonValidated.Contains(GrpcHeaders.Status);

    /// <summary>The status in <paramref name="headers"/>, or Unknown where there is none.</summary>
    public static Status ReadStatus(HttpHeaders headers) =>
        GrpcResponse.ReadStatus(Value(headers, GrpcHeaders.Status), Value(headers, GrpcHeaders.Message));

    /// <summary>The metadata in <paramref name="headers"/>; not OK where a binary value is not base64.</summary>
    public static Status ReadMetadata(HttpHeaders headers, Metadata metadata)
    {
        foreach (var header in headers.NonValidated)
        {
            foreach (var value in header.Value)
            {
                if (!metadata.TryAddReceived(header.Key, value))
                {
                    return GrpcResponse.BadMetadata(header.Key, value);
                }
            }
        }

        return Status.Ok;
    }

    public static string? Value(HttpHeaders headers, string name) =>
        headers.NonValidated.TryGetValues(name, out var values) ? values.ToString() : null;
}
