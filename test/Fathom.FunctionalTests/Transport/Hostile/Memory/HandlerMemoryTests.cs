using System.Buffers;
using System.IO.Compression;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Transport.Server.Native;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>Messages that are small on the wire and large in the memory of handlers that wait.</summary>
public sealed class HandlerMemoryTests
{
    // Field delay_ms (5): a minute.
    private static readonly byte[] Delay = [0x28, .. Varint(60_000)];

    [Fact]
    public void The_default_limit_is_that_of_the_page()
    {
        new NativeHostOptions().EffectiveMaxHandledBytes.ShouldBe(SecurityPage.Bytes("96 MiB of request messages"));
        RequestBody.MinMessageBytes.ShouldBe((int)SecurityPage.Bytes("1 KiB are not counted"));
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, false)]
    public void Unknown_fields_are_kept_up_to_a_size(int more, bool isKept)
    {
        // Field 1000, of bytes; and more than that of a field that is known, payload (1).
        var size = (int)SecurityPage.Bytes("64 KiB of them") + more;
        byte[] unknown = [0xc2, 0x3e, .. Varint(size - 5), .. new byte[size - 5]];
        byte[] message = [.. unknown, 0x0a, .. Varint(size), .. new byte[size]];

        EchoMethods.Unary.RequestMarshaller.Deserialize(new ReadOnlySequence<byte>(message)).CalculateSize()
            .ShouldBe(message.Length - (isKept ? 0 : unknown.Length));
    }

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
