using Fathom.Wire.Hpack;
using static Fathom.Tests.Wire.Hpack.FieldRecorder;

namespace Fathom.Tests.Wire.Hpack;

/// <summary>How fields are encoded, and what the table keeps of them.</summary>
public sealed class HpackEncoderTests
{
    [Fact]
    public void A_recurring_field_takes_one_byte_the_second_time()
    {
        var encoder = new HpackEncoder();
        Encode(encoder, ("grpc-encoding", "gzip", HeaderIndexing.Index)).Length.ShouldBeGreaterThan(5);
        Encode(encoder, ("grpc-encoding", "gzip", HeaderIndexing.Index)).ShouldBe([0xbe]);
    }

    [Fact]
    public void A_field_not_to_be_indexed_leaves_the_table_alone()
    {
        var encoder = new HpackEncoder();
        Encode(encoder, ("grpc-timeout", "1S", HeaderIndexing.NoIndex));
        encoder.Table.Count.ShouldBe(0);
    }

    [Theory]
    [InlineData("authorization", "secret")]
    [InlineData(":method", "GET")]
    [InlineData("x-secret", "s")]
    public void A_secret_is_sent_never_indexed_even_where_a_table_holds_it(string name, string value)
    {
        var encoder = new HpackEncoder();
        Encode(encoder, (name, value, HeaderIndexing.Index));
        var decoder = new HpackDecoder();
        var fields = new FieldRecorder();
        var warm = new HpackEncoder();
        decoder.Decode(Encode(warm, (name, value, HeaderIndexing.Index)), fields).ShouldBe(HpackFault.None);
        decoder.Decode(Encode(warm, (name, value, HeaderIndexing.NeverIndex)), fields).ShouldBe(HpackFault.None);
        fields.Fields[1].ShouldBe((name, value));
        fields.Details[1].NeverIndexed.ShouldBeTrue();
    }

    [Fact]
    public void Sizes_changed_twice_are_signalled_smallest_first()
    {
        var sizes = new EncoderTableSize(4096);
        sizes.IsPending.ShouldBeFalse();
        sizes.SetPeerMaximum(0);
        sizes.SetPeerMaximum(1000);
        sizes.IsPending.ShouldBeTrue();
        sizes.TakeUpdates(out var first, out var last);
        (first, last).ShouldBe((0, 1000));
        sizes.IsPending.ShouldBeFalse();
        sizes.SetPeerMaximum(uint.MaxValue);
        sizes.TakeUpdates(out first, out last);
        (first, last).ShouldBe((-1, 4096), "no more than is wanted, however much is allowed");
    }

    [Fact]
    public void A_field_larger_than_the_table_does_not_empty_it()
    {
        var encoder = new HpackEncoder(100);
        Encode(encoder, ("a", "b", HeaderIndexing.Index));
        Encode(encoder, ("long", new string('x', 200), HeaderIndexing.Index));
        encoder.Table.Count.ShouldBe(1);
    }

    [Fact]
    public void A_list_refuses_what_HTTP2_forbids()
    {
        var list = new HeaderList();
        Should.Throw<ArgumentException>(() => list.Add("Upper"u8, "x"u8)).Message.ShouldContain("InvalidName");
        Should.Throw<ArgumentException>(() => list.Add("x"u8, "a\r\nb"u8)).Message.ShouldContain("InvalidValue");
        list.Count.ShouldBe(0);
    }

    private static byte[] Encode(HpackEncoder encoder, params (string Name, string Value, HeaderIndexing Indexing)[] fields)
    {
        encoder.Begin();
        foreach (var (name, value, indexing) in fields)
        {
            encoder.Add(Bytes(name), Bytes(value), indexing);
        }

        return encoder.Block.ToArray();
    }
}
