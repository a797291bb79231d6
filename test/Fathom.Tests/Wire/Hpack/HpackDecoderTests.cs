using Fathom.Wire.Hpack;
using static Fathom.Tests.Wire.Hpack.FieldRecorder;

namespace Fathom.Tests.Wire.Hpack;

public sealed class HpackDecoderTests
{
    [Theory]
    [InlineData("index 0", "80", HpackFault.InvalidIndex)]
    [InlineData("index beyond both tables", "be", HpackFault.InvalidIndex)]
    [InlineData("literal with a name beyond both tables", "7f00 00", HpackFault.InvalidIndex)]
    [InlineData("literal without a value", "400161", HpackFault.Truncated)]
    [InlineData("string longer than the block", "40056162", HpackFault.Truncated)]
    [InlineData("integer without its end", "ff80", HpackFault.Truncated)]
    [InlineData("integer over 2^31-1", "ffffffffff0f", HpackFault.IntegerTooLarge)]
    [InlineData("integer with endless zero bytes", "ff8080808080808000", HpackFault.IntegerTooLarge)]
    [InlineData("Huffman string that holds EOS", "4084ffffffff00", HpackFault.InvalidHuffman)]
    [InlineData("Huffman padding of eight bits", "40821fff00", HpackFault.InvalidHuffman)]
    [InlineData("Huffman padding of zeros", "4081 1800", HpackFault.InvalidHuffman)]
    [InlineData("size update after a field", "8220", HpackFault.MisplacedSizeUpdate)]
    [InlineData("size update over the setting", "3fe21f", HpackFault.SizeUpdateTooLarge)]
    public void A_broken_block_is_told_by_its_fault(string name, string hex, Enum fault)
    {
        name.ShouldNotBeNull();
        new HpackDecoder().Decode(Hex(hex), new FieldRecorder()).ShouldBe((HpackFault)fault);
    }

    [Fact]
    public void Two_size_updates_may_lead_a_block() =>
        new HpackDecoder().Decode(Hex("203fe11f82"), new FieldRecorder()).ShouldBe(HpackFault.None);

    [Fact]
    public void After_a_reduction_the_next_block_must_start_with_a_size_update()
    {
        var decoder = new HpackDecoder();
        decoder.SetMaxTableSize(100);
        decoder.Decode(Hex("82"), new FieldRecorder()).ShouldBe(HpackFault.MissingSizeUpdate);

        decoder = new HpackDecoder();
        decoder.SetMaxTableSize(100);
        decoder.SetMaxTableSize(4096);
        decoder.Decode(Hex("3fe11f82"), new FieldRecorder()).ShouldBe(HpackFault.MissingSizeUpdate, "the smallest size comes first");

        decoder = new HpackDecoder();
        decoder.SetMaxTableSize(100);
        decoder.Decode(Hex("3f4582"), new FieldRecorder()).ShouldBe(HpackFault.None);
    }

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
    public void A_name_is_known_by_number_however_it_was_sent()
    {
        var fields = new FieldRecorder();
        new HpackDecoder().Decode(Hex("82 0002 7465 08747261696c657273 0f10 0161 0003 3a6162 0163"), fields).ShouldBe(HpackFault.None);
        fields.Details.Select(detail => detail.Known)
            .ShouldBe([KnownHeader.Method, KnownHeader.Te, KnownHeader.ContentType, KnownHeader.OtherPseudo]);
    }

    [Fact]
    public void Every_name_of_the_static_table_is_recognised_as_a_literal()
    {
        for (var index = 1; index <= StaticTable.Count; index++)
        {
            StaticTable.Identify(StaticTable.Name(index)).ShouldBe(StaticTable.KnownHeaderAt(index));
            StaticTable.Find(StaticTable.Name(index), StaticTable.Value(index), out var exact);
            exact.ShouldBe(index);
        }
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
