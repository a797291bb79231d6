using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Responses;

/// <summary>Requests of a few bytes that name a header field of kilobytes by its index: the status that quotes it must not be larger for
/// it.</summary>
public sealed class AmplificationTests
{
    // The newest entry of the HPACK table.
    private const byte NewestEntry = 0xbe;

    // As long as the table takes, in letters of which each becomes six bytes of grpc-message.
    private const int ValueLength = 3_000;
    private static readonly int MaxAnswer = (int)SecurityPage.Bytes("1 KiB of message") + 200;

    [Theory]
    [InlineData("grpc-timeout", new byte[0])]
    [InlineData("grpc-encoding", new byte[] { 1, 0, 0, 0, 1, 0 })]
    [InlineData("read-bin", new byte[] { 0, 0, 0, 0, 0 })]
    public async Task A_status_that_quotes_what_a_client_sent_is_bounded(string name, byte[] message)
    {
        await using var host = Start();
        await using var witness = await Witness.StartAsync(host.Address);
        using var peer = await ConnectAsync(host.Address);
        await peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, 1, [.. RequestBlock(UnaryPath), .. Indexed(name)])
            .Data(1, message, endStream: true).FlushAsync();
        (await peer.ResponseAsync(1)).Sum(block => block.Length).ShouldBeInRange(100, MaxAnswer);
        for (var i = 1; i <= Thorough.Count(100, 2000); i++)
        {
            await peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, StreamId(i), [.. RequestBlock(UnaryPath), NewestEntry])
                .Data(StreamId(i), message, endStream: true).FlushAsync();
            (await peer.ResponseAsync(StreamId(i))).Sum(block => block.Length).ShouldBeInRange(100, MaxAnswer);
        }

        await witness.ServedAsync();
    }

    [Theory]
    [InlineData('%')]
    [InlineData('\u00ff')]
    [InlineData('\u0001')]
    public async Task A_path_is_quoted_without_what_a_status_would_make_longer(char letter)
    {
        await using var host = Start();
        using var peer = await ConnectAsync(host.Address);
        await peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders | FrameFlag.EndStream, 1,
            RequestBlock("/" + new string(letter, ValueLength))).FlushAsync();

        (await peer.ResponseAsync(1)).Sum(block => block.Length).ShouldBeInRange(100, 400);
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(200, false)]
    [InlineData(1_000, true)]
    [InlineData(16_384, true)]
    public async Task A_status_fits_the_header_list_that_the_client_accepts(int accepted, bool hasMessage)
    {
        await using var host = Start();
        await using var witness = await Witness.StartAsync(host.Address);
        using var peer = await OpenAsync(host.Address);
        await peer.Bytes(ConnectionPreface.Bytes).Settings((Http2SettingId.MaxHeaderListSize, (uint)accepted))
            .Frame(Http2FrameType.Settings, FrameFlag.Ack, 0)
            .Frame(Http2FrameType.Headers, FrameFlag.EndHeaders | FrameFlag.EndStream, 1,
                [.. RequestBlock(UnaryPath), .. Indexed("grpc-timeout")])
            .FlushAsync();

        var decoder = new DecodedFields();
        var fields = decoder.Decode((await peer.ResponseAsync(1)).Single());

        fields.ShouldContain(field => field.Name == "grpc-status" && field.Value == "13");
        fields.Exists(field => field.Name == "grpc-message").ShouldBe(hasMessage);

        // Without a status it would be no answer.
        decoder.ListSize.ShouldBeLessThanOrEqualTo(Math.Max(accepted, 150));
        await witness.ServedAsync();
    }

    private static NativeHost Start()
    {
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, (request, context) =>
        {
            // Reads the metadata, as most handlers do.
            _ = context.RequestHeaders.Count;
            return new(new EchoReply { Payload = request.Payload });
        });
        return NativeHost.Start([service.Build()], new NativeHostOptions());
    }

    /// <summary>A field that enters the table. Not base64, and no duration or encoding.</summary>
    private static byte[] Indexed(string name) => [0x40, .. Block((name, new string('%', ValueLength))).AsSpan(1)];
}
