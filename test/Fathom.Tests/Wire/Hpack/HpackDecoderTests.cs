using Fathom.Wire.Hpack;
using static Fathom.Tests.Wire.Hpack.FieldRecorder;

namespace Fathom.Tests.Wire.Hpack;

/// <summary>Blocks that a decoder reads, and those it refuses.</summary>
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
}
