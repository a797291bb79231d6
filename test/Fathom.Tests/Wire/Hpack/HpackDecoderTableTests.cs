using Fathom.Wire.Hpack;
using static Fathom.Tests.Wire.Hpack.FieldRecorder;

namespace Fathom.Tests.Wire.Hpack;

/// <summary>The entries of a decoder's table: which it keeps, and what they may cost.</summary>
public sealed class HpackDecoderTableTests
{
    [Fact]
    public void A_new_entry_may_take_its_name_from_the_entry_it_evicts()
    {
        // Room for one entry of 32 + 3 + 3 bytes; the second takes its name from the first (RFC 7541 section 4.4).
        var decoder = new HpackDecoder(40);
        var fields = new FieldRecorder();
        decoder.Decode(Hex("4003616263 03313233 7e 03343536 be".Replace(" ", "", StringComparison.Ordinal)), fields)
            .ShouldBe(HpackFault.None);
        fields.Fields.ShouldBe([("abc", "123"), ("abc", "456"), ("abc", "456")]);
        decoder.Table.Count.ShouldBe(1);
    }

    [Fact]
    public void An_entry_larger_than_the_table_empties_it()
    {
        var decoder = new HpackDecoder(40);
        var fields = new FieldRecorder();
        decoder.Decode(Hex("4003616263033132334003616263093132333435363738 39".Replace(" ", "", StringComparison.Ordinal)), fields)
            .ShouldBe(HpackFault.None);
        fields.Fields.Count.ShouldBe(2);
        fields.Details[1].EntryId.ShouldBe(0);
        decoder.Table.Count.ShouldBe(0);
    }

    [Fact]
    public void An_entry_keeps_its_identity_while_it_is_in_the_table_and_it_is_not_given_again()
    {
        var decoder = new HpackDecoder();
        var fields = new FieldRecorder();
        decoder.Decode(Hex("4001610162 4001630164 bf be"), fields).ShouldBe(HpackFault.None);
        fields.Details.Select(detail => detail.EntryId).ShouldBe([62, 63, 62, 63]);

        decoder.Decode(Hex("203fe11f4001610162"), fields).ShouldBe(HpackFault.None);
        fields.Details[^1].EntryId.ShouldBe(64);
    }

    [Fact]
    public void A_bomb_of_indexed_fields_is_decoded_but_not_passed_on_beyond_the_limit()
    {
        // 4,000 bytes put in the table once, then named 10,000 times: 40 MB of fields from 14 kB.
        var value = new string('x', 4000);
        var block = new List<byte>([0x40, 0x01, (byte)'a', 0x7f, .. Varint(4000 - 127), .. Bytes(value)]);
        block.AddRange(Enumerable.Repeat((byte)0xbe, 10_000));
        var decoder = new HpackDecoder(maxHeaderListSize: 32 * 1024);
        var fields = new FieldRecorder();
        decoder.Decode(block.ToArray(), fields).ShouldBe(HpackFault.None);

        decoder.ListTooLarge.ShouldBeTrue();
        decoder.HeaderListSize.ShouldBe(10_001L * (4001 + 32));
        fields.Fields.Sum(field => field.Name.Length + field.Value.Length + 32).ShouldBeLessThanOrEqualTo(32 * 1024);
        decoder.AllocatedBytes.ShouldBeLessThan(64 * 1024);
    }

    [Theory]
    [InlineData(32, HpackFault.None)]
    [InlineData(33, HpackFault.TooManyNames)]
    public void Names_of_the_table_are_new_fields_up_to_four_times_the_limit(int times, Enum fault)
    {
        // A name of 4,000 bytes, and two bytes that make a field of it.
        var block = new List<byte>([0x40, 0x7f, .. Varint(4000 - 127), .. Bytes(new string('n', 4000)), 0]);
        block.AddRange(Enumerable.Repeat<byte[]>([0x7e, 0], times).SelectMany(bytes => bytes));
        var decoder = new HpackDecoder(maxHeaderListSize: 32 * 1000);

        decoder.Decode(block.ToArray(), new FieldRecorder()).ShouldBe((HpackFault)fault);
    }

    [Fact]
    public void A_table_churned_for_long_holds_no_more_memory()
    {
        var decoder = new HpackDecoder();
        var sink = new Discarding();
        for (var i = 0; i < 50_000; i++)
        {
            var value = Bytes($"{i:d10}{new string('v', i % 300)}");
            var length = new byte[HpackInteger.MaxLength];
            byte[] block = [0x40, 0x01, (byte)'n', .. length[..HpackInteger.Write(length, 0, 7, value.Length)], .. value];
            decoder.Decode(block, sink).ShouldBe(HpackFault.None);
        }

        decoder.Table.Size.ShouldBeLessThanOrEqualTo(4096);
        decoder.AllocatedBytes.ShouldBeLessThan(48 * 1024);
    }

    private static byte[] Varint(int rest)
    {
        var bytes = new byte[HpackInteger.MaxLength];
        return bytes[1..HpackInteger.Write(bytes, 0, 7, rest + 127)];
    }

    private sealed class Discarding : IHeaderSink
    {
        public void OnHeader(in HeaderField field)
        {
        }
    }
}
