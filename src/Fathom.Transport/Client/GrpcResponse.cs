using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Client;

/// <summary>Interprets the header fields of a response, for both channels (gRPC doc/PROTOCOL-HTTP2.md, "Responses").</summary>
internal static class GrpcResponse
{
    // Enough to recognize what another program sent.
    private const int MaxQuoted = 200;

    /// <summary>OK for a gRPC response, else the status that the HTTP response stands for. Its detail names who answered: a proxy has
    /// another <paramref name="server"/> than the service.</summary>
    public static Status Check(int httpStatus, string? contentType, string? server, bool isWeb = false)
    {
        if (httpStatus == 200 && (isWeb ? GrpcContentType.IsWeb(contentType) : GrpcContentType.IsGrpc(contentType)))
        {
            return Status.Ok;
        }

        var found = httpStatus != 200 ? $"HTTP status code: {httpStatus}"
            : contentType is null ? "Response did not have a content-type header."
            : $"Invalid content-type value: {Quote(contentType)}";
        return new Status(StatusMapping.FromHttpStatus(httpStatus),
            $"Bad gRPC response. {found}{(server is null ? "" : $" (server: {Quote(server)})")}");
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
            $"The server ended the stream or connection with HTTP/2 error code 0x{errorCode:x}: {explanation}"
                + ConnectionAdvice.ForErrorCode((Http2ErrorCode)errorCode));

    private static string Quote(string text) => PrintableText.OneLine(text, MaxQuoted);
}
