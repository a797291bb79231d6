using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http2;

/// <summary>Words for what a decoder found.</summary>
internal static class HpackFaultText
{
    public static string Describe(HpackFault fault) => fault switch
    {
        HpackFault.Truncated => "RFC 7541: the field block ends inside a field",
        HpackFault.IntegerTooLarge => "RFC 7541 5.1: integer over 2^31-1",
        HpackFault.InvalidIndex => "RFC 7541 2.3.3: index in neither table",
        HpackFault.InvalidHuffman => "RFC 7541 5.2: invalid Huffman string",
        HpackFault.MisplacedSizeUpdate => "RFC 7541 4.2: table size update after a field",
        HpackFault.SizeUpdateTooLarge => "RFC 7541 6.3: table size update above SETTINGS_HEADER_TABLE_SIZE",
        HpackFault.MissingSizeUpdate => "4.3.1: no table size update after a reduction was acknowledged",
        _ => "RFC 7541: field block cannot be decoded",
    };
}
