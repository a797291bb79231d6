using System.Text;
using Fathom.Doctor.Probes.Outside;
using Fathom.Wire.Hpack;

namespace Fathom.Tests.Doctor.Probes.Outside;

/// <summary>What a probe reads of one response.</summary>
public sealed class ProbeCallTests
{
    private static readonly byte[] PlainMessage = [0, 0, 0, 0, 1, 7];
    private static readonly byte[] CompressedMessage = [1, 0, 0, 0, 1, 7];

    [Fact]
    public void A_codec_that_the_server_names_was_at_work_although_the_message_came_as_it_was() =>
        CodecOf("gzip", PlainMessage).ShouldBe("gzip");

    [Fact]
    public void A_server_that_names_no_codec_compresses_nothing()
    {
        CodecOf(null, PlainMessage).ShouldBeNull();
        CodecOf("identity", PlainMessage).ShouldBeNull();
    }

    [Fact]
    public void A_compressed_message_has_a_codec_although_none_is_named() => CodecOf(null, CompressedMessage).ShouldBe("a codec");

    private static string? CodecOf(string? named, byte[] message)
    {
        var call = new ProbeCall(isNoOp: false, ReadOnlyMemory<byte>.Empty, asked: 0);
        if (named is not null)
        {
            call.Fields.OnHeader(new HeaderField(
                "grpc-encoding"u8, Encoding.ASCII.GetBytes(named), KnownHeader.Unknown, FieldSyntax.Valid, entryId: 0,
                neverIndexed: false));
        }

        call.OnData(at: 0, message);
        return call.Codec;
    }
}
