using System.Net;
using System.Net.Http.Headers;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>What the headers and trailers of an HTTP response say about a call (gRPC doc/PROTOCOL-HTTP2.md, "Responses").</summary>
internal static class ResponseHead
{
    /// <summary>Whether the response is one gRPC answers with, or what its being another means.</summary>
    public static Status Check(HttpResponseMessage response)
    {
        if (response.StatusCode != HttpStatusCode.OK)
        {
            var status = (int)response.StatusCode;
            return new Status(StatusMapping.FromHttpStatus(status), $"Bad gRPC response. HTTP status code: {status}");
        }

        var contentType = Value(response.Content.Headers, GrpcHeaders.ContentType);
        return GrpcContentType.IsGrpc(contentType)
            ? Status.Ok
            : new Status(
                StatusMapping.FromHttpStatus((int)response.StatusCode),
                contentType is null ? "Bad gRPC response. Response did not have a content-type header." : $"Bad gRPC response. Invalid content-type value: {contentType}");
    }

    /// <summary>Whether <paramref name="headers"/> hold the status of the call.</summary>
    public static bool HasStatus(HttpHeaders headers) => headers.NonValidated.Contains(GrpcHeaders.Status);

    /// <summary>The status in <paramref name="headers"/>, or Unknown where there is none.</summary>
    public static Status ReadStatus(HttpHeaders headers)
    {
        if (Value(headers, GrpcHeaders.Status) is not { } value)
        {
            return new Status(StatusCode.Unknown, "No grpc-status found on response.");
        }

        if (!StatusCodes.TryParseWire(value, out var code))
        {
            return new Status(StatusCode.Unknown, $"Unexpected grpc-status value: {value}");
        }

        var message = code == StatusCode.OK ? null : Value(headers, GrpcHeaders.Message);
        return new Status(code, message is null ? null : StatusMessageEncoding.Decode(message));
    }

    /// <summary>The metadata in <paramref name="headers"/>; not OK where a binary value is not base64.</summary>
    public static Status ReadMetadata(HttpHeaders headers, Metadata metadata)
    {
        foreach (var header in headers.NonValidated)
        {
            foreach (var value in header.Value)
            {
                if (!metadata.TryAddReceived(header.Key, value))
                {
                    return new Status(StatusCode.Internal, $"Response metadata '{header.Key}' is not base64: {value}");
                }
            }
        }

        return Status.Ok;
    }

    public static string? Value(HttpHeaders headers, string name) =>
        headers.NonValidated.TryGetValues(name, out var values) ? values.ToString() : null;
}
