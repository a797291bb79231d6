using Fathom.Wire.Hpack;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Hpack;

/// <summary>Strings in Huffman's code and back.</summary>
public sealed class HuffmanProperties
{
    [Fact]
    public void Huffman_gives_back_what_it_took_in_the_length_it_said()
    {
        Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), text =>
        {
            var encoded = new byte[HuffmanEncoder.EncodedLength(text)];
            HuffmanEncoder.Encode(text, encoded).ShouldBe(encoded.Length);
            var decoded = new byte[HuffmanDecoder.MaxDecodedLength(encoded.Length)];
            var length = HuffmanDecoder.TryDecode(encoded, decoded);
            decoded[..length].ShouldBe(text);
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Every_symbol_survives_Huffman_alone_and_in_pairs()
    {
        for (var pair = 0; pair < 65_536; pair++)
        {
            byte[] text = [(byte)(pair >> 8), (byte)pair];
            var encoded = new byte[HuffmanEncoder.EncodedLength(text)];
            HuffmanEncoder.Encode(text, encoded);
            var decoded = new byte[HuffmanDecoder.MaxDecodedLength(encoded.Length)];
            if (HuffmanDecoder.TryDecode(encoded, decoded) != 2 || decoded[0] != text[0] || decoded[1] != text[1])
            {
                Assert.Fail($"Symbols {text[0]} and {text[1]} came back otherwise.");
            }
        }
    }

    [Fact]
    public void Huffman_decodes_a_string_in_one_way_only()
    {
        // What is accepted encodes to the same bytes again: no second spelling slips through.
        Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), input =>
        {
            var decoded = new byte[HuffmanDecoder.MaxDecodedLength(input.Length)];
            var length = HuffmanDecoder.TryDecode(input, decoded);
            if (length < 0)
            {
                return;
            }

            var encoded = new byte[HuffmanEncoder.EncodedLength(decoded.AsSpan(0, length))];
            HuffmanEncoder.Encode(decoded.AsSpan(0, length), encoded);
            encoded.ShouldBe(input);
        }).QuickCheckThrowOnFailure();
    }
}
