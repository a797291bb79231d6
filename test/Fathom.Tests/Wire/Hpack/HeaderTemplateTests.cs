using Fathom.Wire.Hpack;
using static Fathom.Tests.Wire.Hpack.FieldRecorder;

namespace Fathom.Tests.Wire.Hpack;

/// <summary>Fields that are encoded once and repeated.</summary>
public sealed class HeaderTemplateTests
{
    [Fact]
    public void A_template_repeated_is_a_few_bytes_and_follows_the_table_when_that_changes()
    {
        var template = new HeaderTemplate(new HeaderList().Add(":status"u8, "200"u8).Add("content-type"u8, "application/grpc"u8));
        var (encoder, decoder) = (new HpackEncoder(256), new HpackDecoder());
        var lengths = new List<int>();
        for (var i = 0; i < 50; i++)
        {
            encoder.Begin();
            encoder.Add(template);
            if (i % 5 == 4)
            {
                encoder.Add(Bytes("x"), Bytes($"value-{i}"), HeaderIndexing.Index);
            }

            lengths.Add(encoder.Block.Length);
            var fields = new FieldRecorder();
            decoder.Decode(encoder.Block, fields).ShouldBe(HpackFault.None);
            fields.Fields.Take(2).ShouldBe([(":status", "200"), ("content-type", "application/grpc")]);
        }

        lengths[2].ShouldBe(2);
        lengths[3].ShouldBe(2);
    }

    [Fact]
    public void A_template_is_encoded_anew_after_its_entries_were_evicted_by_a_size_change()
    {
        var template = new HeaderTemplate(new HeaderList().Add("content-type"u8, "application/grpc"u8));
        var (encoder, decoder) = (new HpackEncoder(), new HpackDecoder());
        for (var i = 0; i < 6; i++)
        {
            if (i == 3)
            {
                encoder.SetPeerMaxTableSize(0);
                encoder.SetPeerMaxTableSize(4096);
            }

            encoder.Begin();
            encoder.Add(template);
            var fields = new FieldRecorder();
            decoder.Decode(encoder.Block, fields).ShouldBe(HpackFault.None);
            fields.Fields.ShouldBe([("content-type", "application/grpc")]);
        }
    }
}
