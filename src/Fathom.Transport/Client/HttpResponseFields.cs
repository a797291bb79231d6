using System.Net.Http.Headers;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>Reads the status and metadata of a call from the headers and trailers of an HttpClient response.</summary>
internal static class HttpResponseFields
{
    /// <summary>OK for a gRPC response, else the status that the HTTP response stands for.</summary>
    public static Status Check(HttpResponseMessage response) =>
        GrpcResponse.Check((int)response.StatusCode, Value(response.Content.Headers, GrpcHeaders.ContentType),
            Value(response.Headers, GrpcHeaders.Server));

    /// <summary>Whether <paramref name="headers"/> contain the status of the call.</summary>
    public static bool HasStatus(HttpHeaders headers) => headers.NonValidated.Contains(GrpcHeaders.Status);

    /// <summary>The status in <paramref name="headers"/>; Unknown when there is none.</summary>
    public static Status ReadStatus(HttpHeaders headers) =>
        GrpcResponse.ReadStatus(Value(headers, GrpcHeaders.Status), Value(headers, GrpcHeaders.Message));

    /// <summary>Reads the metadata in <paramref name="headers"/>. Not OK when a binary value is not base64.</summary>
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
