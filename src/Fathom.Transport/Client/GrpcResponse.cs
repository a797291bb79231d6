using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>Interprets the header fields of a response, for both channels (gRPC doc/PROTOCOL-HTTP2.md, "Responses").</summary>
internal static class GrpcResponse
{
    // Enough to recognize what another program sent.
    private const int MaxQuoted = 200;

    /// <summary>OK for a gRPC response, else the status that the HTTP response stands for.</summary>
    public static Status Check(int httpStatus, string? contentType)
    {
        if (httpStatus != 200)
        {
            return new Status(StatusMapping.FromHttpStatus(httpStatus), $"Bad gRPC response. HTTP status code: {httpStatus}");
        }

        return GrpcContentType.IsGrpc(contentType)
            ? Status.Ok
            : new Status(
                StatusMapping.FromHttpStatus(httpStatus),
                contentType is null ? "Bad gRPC response. Response did not have a content-type header."
                    : $"Bad gRPC response. Invalid content-type value: {Quote(contentType)}");
    }

    /// <summary>The status in <c>grpc-status</c> and <c>grpc-message</c>; Unknown when there is none.</summary>
    public static Status ReadStatus(string? status, string? message)
    {
        if (status is null)
        {
            return new Status(StatusCode.Unknown, "No grpc-status found on response.");
        }

        if (!StatusCodes.TryParseWire(status, out var code))
        {
            return new Status(StatusCode.Unknown, $"Unexpected grpc-status value: {Quote(status)}");
        }

        return code == StatusCode.OK ? Status.Ok
            : new Status(code, message is null ? null : PrintableText.Of(StatusMessageEncoding.Decode(message)));
    }

    /// <summary>The status of a call whose metadata cannot be decoded.</summary>
    public static Status BadMetadata(string name, string value) => new(StatusCode.Internal, value.Contains(',')
        ? $"Response metadata '{name}' is not base64, or there are more than {Metadata.MaxReceivedEntries} entries: {Quote(value)}"
        : $"Response metadata '{name}' is not base64: {Quote(value)}");

    /// <summary>The status of a call whose stream or connection was ended by the server with an HTTP/2 error code.</summary>
    public static Status Reset(uint errorCode, string explanation) => new(
        StatusMapping.FromHttp2Error(errorCode),
            $"The server ended the stream or connection with HTTP/2 error code 0x{errorCode:x}: {explanation}");

    private static string Quote(string text) => PrintableText.OneLine(text, MaxQuoted);
}
