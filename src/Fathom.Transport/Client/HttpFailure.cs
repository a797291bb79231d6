using System.Net.Sockets;
using System.Security.Authentication;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Client;

/// <summary>Converts exceptions of HttpClient to a gRPC status.</summary>
internal static class HttpFailure
{
    /// <summary>Whether <paramref name="e"/> is a failure of the transport and not a bug.</summary>
    public static bool IsTransport(Exception e) =>
        e is HttpRequestException or IOException or OperationCanceledException or ObjectDisposedException;

    /// <summary>Whether connecting failed, so that the request was not sent.</summary>
    public static bool IsNotConnected(Exception e) => e is HttpRequestException
    {
        HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError,
    };

    /// <summary>The status of a failed call to <paramref name="address"/>; <paramref name="answered"/> is whether the server has ever
    /// responded.</summary>
    public static Status ToStatus(Exception e, Uri address, bool answered)
    {
        var text = e.GetBaseException().Message;
        var advice = answered ? "" : ConnectionAdvice.ForNoResponse(address.Scheme == Uri.UriSchemeHttps);
        if (Find<AuthenticationException>(e) is not null
            || e is HttpRequestException { HttpRequestError: HttpRequestError.SecureConnectionError })
        {
            return Unavailable($"TLS with {address} failed: {text}{ConnectionAdvice.ForTlsFailure(text)}");
        }

        if (Find<SocketException>(e) is { } socket)
        {
            if (e is HttpRequestException { HttpRequestError: HttpRequestError.NameResolutionError })
            {
                return Unavailable(
                    $"Failed to connect to {address}: '{address.IdnHost}' cannot be resolved: {text} ({socket.SocketErrorCode})");
            }

            return Unavailable(IsNotConnected(e)
                ? $"Failed to connect to {address}: {text} ({socket.SocketErrorCode})"
                : $"Lost the connection to {address}: {text} ({socket.SocketErrorCode}){advice}");
        }

        if (e is HttpRequestException { HttpRequestError: HttpRequestError.VersionNegotiationError })
        {
            return Unavailable($"{address} does not speak HTTP/2, or does not offer it in TLS (ALPN): {text}");
        }

        var protocol = Find<HttpProtocolException>(e);
        if (IsNotHttp2(e, protocol, answered))
        {
            return Unavailable(
                $"{address} violated HTTP/2 before its first response, so it may use another protocol: "
                    + $"{text}{(protocol is null ? advice : "")}");
        }

        if (!answered && IsUnfinishedHandshake(e))
        {
            return Unavailable(
                $"{address} ended the connection before the HTTP/2 handshake was complete, so it may use another protocol.{advice}");
        }

        if (protocol is not null)
        {
            return GrpcResponse.Reset((uint)protocol.ErrorCode, protocol.Message);
        }

        return e switch
        {
            OperationCanceledException => new Status(StatusCode.Cancelled, $"The call to {address} was cancelled by the transport: {text}"),
            _ => Unavailable($"The connection to {address} failed: {text}{advice}"),
        };
    }

    private static bool IsNotHttp2(Exception e, HttpProtocolException? protocol, bool answered) => !answered
        && (protocol is { ErrorCode: (long)Http2ErrorCode.ProtocolError or (long)Http2ErrorCode.FrameSizeError }
            || e is HttpRequestException { HttpRequestError: HttpRequestError.InvalidResponse });

    // What HttpClient throws where the connection ended before the server's SETTINGS were read: without a cause, or with that of its own
    // write to the socket that it had disposed of.
    private static bool IsUnfinishedHandshake(Exception e) => e is HttpRequestException { HttpRequestError: HttpRequestError.Unknown }
        && e.GetBaseException() is HttpRequestException or ObjectDisposedException;

    private static Status Unavailable(string detail) => new(StatusCode.Unavailable, detail);

    private static T? Find<T>(Exception? e)
        where T : Exception
    {
        while (e is not null and not T)
        {
            e = e.InnerException;
        }

        return (T?)e;
    }
}
