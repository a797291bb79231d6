using System.Buffers;
using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.Subjects.Blob;

/// <summary>
/// HTTP/1.1 and HTTP/2 by prior knowledge on one port without TLS, which an endpoint of Kestrel cannot do by itself
/// (dotnet/aspnetcore#43836): an HTTP/2 client begins with a preface that no HTTP/1.1 request begins with (RFC 9113, section 3.4), so the
/// first bytes tell. HTTP/2 connections are handed to the pipeline of an endpoint of their own, which listens on a free port of loopback
/// only because every endpoint must.
/// </summary>
internal static class SharedPort
{
    public static void Listen(KestrelServerOptions kestrel, IPAddress address, int port)
    {
        ConnectionDelegate? http2 = null;
        kestrel.Listen(IPAddress.Loopback, 0, listen =>
        {
            listen.Protocols = HttpProtocols.Http2;
            listen.Use(next => http2 = next);
        });

        // Endpoints are bound in order: this one finds the other's pipeline made.
        kestrel.Listen(address, port, listen =>
        {
            listen.Protocols = HttpProtocols.Http1;
            listen.Use(next => async connection =>
            {
                var isHttp2 = await StartsWithPrefaceAsync(connection);
                await (isHttp2 ? http2! : next)(connection);
            });
        });
    }

    private static async Task<bool> StartsWithPrefaceAsync(ConnectionContext connection)
    {
        var input = connection.Transport.Input;
        try
        {
            var read = await input.ReadAtLeastAsync(Preface.Length, connection.ConnectionClosed);
            var starts = StartsWithPreface(read.Buffer);
            // Only examined: the protocol reads it again.
            input.AdvanceTo(read.Buffer.Start);
            return starts;
        }
        catch (Exception e) when (e is OperationCanceledException or ConnectionResetException)
        {
            // The peer closed before it sent anything; the HTTP/1.1 pipeline handles that.
            return false;
        }
    }

    // The first word of the preface is a method that no HTTP/1.1 request has.
    private static ReadOnlySpan<byte> Preface => "PRI "u8;

    private static bool StartsWithPreface(ReadOnlySequence<byte> bytes)
    {
        Span<byte> start = stackalloc byte[4];
        if (bytes.Length < start.Length)
        {
            return false;
        }

        bytes.Slice(0, start.Length).CopyTo(start);
        return start.SequenceEqual(Preface);
    }
}
