using System.Buffers.Binary;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>A client with a small receive buffer and huge windows that requests one large response and reads it when a test says so. Owned
/// by a test.</summary>
internal sealed class SlowReader : IDisposable
{
    private const int ReceiveBuffer = 4096;

    private readonly Stream _stream;
    private readonly ReceivedFrames _received = new(0);

    private SlowReader(Stream stream) => _stream = stream;

    /// <summary>Connects and requests a response of <see cref="UnaryPath"/>.</summary>
    public static async Task<SlowReader> RequestAsync(Uri host, X509Certificate2? root)
    {
        // Set before it connects: it limits the window that the kernel announces.
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveBufferSize = ReceiveBuffer };
        LimitSegments(socket);
        await socket.ConnectAsync(IPAddress.Loopback, host.Port);
        Stream stream = new NetworkStream(socket, ownsSocket: true);
        if (host.Scheme == Uri.UriSchemeHttps)
        {
            var tls = new SslStream(stream);
            await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
            {
                TargetHost = "localhost",
                CertificateChainPolicy = new X509ChainPolicy
                {
                    TrustMode = X509ChainTrustMode.CustomRootTrust,
                    CustomTrustStore = { root! },
                    RevocationMode = X509RevocationMode.NoCheck,
                },
                ApplicationProtocols = [SslApplicationProtocol.Http2],
            });
            stream = tls;
        }

        var reader = new SlowReader(stream);
        using var output = new OutputBuffer();
        output.Append(ConnectionPreface.Bytes);
        var frames = new FrameWriter(output);
        frames.Settings([(Http2SettingId.InitialWindowSize, int.MaxValue)]);
        frames.WindowUpdate(0, 0x7fff_0000 - 65_535);
        await reader.SendAsync(output);
        await reader.FrameAsync(Http2FrameType.Headers, FrameFlag.EndHeaders, 1, RequestBlock(UnaryPath));
        await reader.FrameAsync(Http2FrameType.Data, FrameFlag.EndStream, 1, Message([]));
        return reader;
    }

    /// <summary>Acknowledges the PING with which a host begins to shut down, before it is read: the host waits for it.</summary>
    public Task AcknowledgeShutdownAsync()
    {
        var payload = new byte[8];
        BinaryPrimitives.WriteUInt64BigEndian(payload, ShutdownState.RoundTripPing);
        return FrameAsync(Http2FrameType.Ping, FrameFlag.Ack, 0, payload);
    }

    /// <summary>Credits what it has read, as readers do.</summary>
    public Task CreditAsync() => FrameAsync(Http2FrameType.WindowUpdate, 0, 0, 0, 0, 0x10, 0);

    /// <summary>Reads to the end, or until it has so many bytes of DATA, a little at a time.</summary>
    /// <returns>The bytes of DATA, and whether the response's trailers came.</returns>
    public async Task<(long Data, bool IsComplete)> ReadAsync(long until = long.MaxValue)
    {
        var buffer = new byte[1024];
        try
        {
            while (_received.DataBytes < until && await _stream.ReadAsync(buffer) is > 0 and var count)
            {
                _received.Take(buffer.AsSpan(0, count));
                await Task.Yield();
            }
        }
        catch (IOException)
        {
            // Cut off: what came says so.
        }

        return (_received.DataBytes, _received.ToList().Exists(
            frame => frame.Header.Type == Http2FrameType.Headers && frame.Header.Has(FrameFlag.EndStream)));
    }

    public void Dispose() => _stream.Dispose();

    // Linux sizes a send buffer by the peer's segments: with those of loopback the host's kernel took 2.8 MB at once, and no TLS record was
    // pending when the host stopped; with these it takes 48 kB.
    private static void LimitSegments(Socket socket)
    {
        const int TcpMaximumSegment = 2;
        if (OperatingSystem.IsLinux())
        {
            socket.SetRawSocketOption((int)SocketOptionLevel.Tcp, TcpMaximumSegment, BitConverter.GetBytes(536));
        }
    }

    private async Task FrameAsync(Http2FrameType type, byte flags, int streamId, params byte[] payload)
    {
        var frame = new byte[FrameHeader.Size + payload.Length];
        new FrameHeader(payload.Length, type, flags, streamId).Write(frame);
        payload.CopyTo(frame, FrameHeader.Size);
        await _stream.WriteAsync(frame);
        await _stream.FlushAsync();
    }

    private async Task SendAsync(OutputBuffer output)
    {
        while (!output.IsEmpty)
        {
            var front = output.Front;
            await _stream.WriteAsync(front);
            output.Advance(front.Length);
        }
    }
}
