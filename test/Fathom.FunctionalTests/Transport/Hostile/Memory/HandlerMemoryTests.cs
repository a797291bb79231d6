using System.IO.Compression;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>Messages that are small on the wire and large in the memory of handlers that wait.</summary>
public sealed class HandlerMemoryTests
{
    // Field delay_ms (5): a minute.
    private static readonly byte[] Delay = [0x28, .. Varint(60_000)];

    [Fact]
    public Task Messages_that_gzip_makes_a_thousandth() => Siege.RunAsync(async host =>
    {
        // 160 MiB in 40 calls.
        const int Calls = 40;
        const int Size = 4_000_000;
        using var packed = new MemoryStream();
        await using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            // Field payload (1).
            gzip.Write([.. Delay, 0x0a, .. Varint(Size), .. new byte[Size]]);
        }

        var message = Message(packed.ToArray());
        message[0] = 1;
        using var peer = await ConnectAsync(host.Address);
        for (var i = 0; i < Calls && await peer.Request(StreamId(i), DuplexPath, more: ("grpc-encoding", "gzip"))
            .Data(StreamId(i), message).FlushAsync(); i++)
        {
        }

        await HeldMemory.ExpectEvictionAsync(host, [peer], nameof(NativeHostOptions.MaxHandledBytes));
    });

    [Fact]
    public Task Unknown_fields_by_the_hundred_thousand() => Siege.RunAsync(async host =>
    {
        // Each was an object of 80 bytes: 822 MiB in twelve messages.
        const int Calls = 12;
        const int Fields = 890_000;
        byte[] field = [0xa0, 0x06, 0x80, 0x01];
        var fields = new byte[Fields * field.Length];
        for (var at = 0; at < fields.Length; at += field.Length)
        {
            field.CopyTo(fields, at);
        }

        var message = Message([.. Delay, .. fields]);
        using var peer = await ConnectAsync(host.Address);
        var sender = new WindowedSender(peer);
        for (var i = 0; i < Calls; i++)
        {
            await peer.Request(StreamId(i), DuplexPath).FlushAsync();
            await sender.SendAsync(StreamId(i), message);
        }

        await peer.ServedAsync();
    });
}
