using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

public class MessageCompressionTests
{
    [Fact]
    public void It_takes_the_codecs_default_level_or_one_it_has()
    {
        MessageCompression.Always(CodecRegistry.Gzip).ToString().ShouldBe("gzip 1");
        MessageCompression.Adaptive(CodecRegistry.Gzip, 9).ToString().ShouldBe("gzip 9 where it pays");
        MessageCompression.None.ToString().ShouldBe("none");
        MessageCompression.Always(CodecRegistry.Gzip, 6).ShouldBe(MessageCompression.Always(CodecRegistry.Gzip, 6));
        Should.Throw<ArgumentOutOfRangeException>(() => MessageCompression.Always(CodecRegistry.Gzip, 10)).Message.ShouldContain(
            "accepted: 0 to 9");
    }

    [Fact]
    public void Options_of_any_channel_become_a_native_ones_without_loss()
    {
        var options = new ChannelOptions
        {
            Address = new Uri("http://127.0.0.1:1"),
            Compression = MessageCompression.Always(CodecRegistry.Deflate),
            AcceptedCodecs = [CodecRegistry.Gzip],
            LoggerFactory = Microsoft.Extensions.Logging.Abstractions.NullLoggerFactory.Instance,
            TimeProvider = new VirtualTime(),
        };

        (NativeChannelOptions.From(options) with { }).ShouldSatisfyAllConditions(
            native => native.Compression.ShouldBe(options.Compression),
            native => native.AcceptedCodecs.ShouldBe(options.AcceptedCodecs),
            native => native.LoggerFactory.ShouldBe(options.LoggerFactory),
            native => native.TimeProvider.ShouldBe(options.TimeProvider));
    }
}
