using Fathom.Wire.Hpack;
using static Fathom.Tests.Wire.Hpack.FieldRecorder;

namespace Fathom.Tests.Wire.Hpack;

/// <summary>Every example of RFC 7541 Appendix C, both ways where the encoding is one that this encoder chooses.</summary>
public sealed class AppendixCTests
{
    private const string Location = "location=https://www.example.com";
    private const string LongCookie = "set-cookie=foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1";

    [Theory]
    [InlineData("0a", 5, 10)]
    [InlineData("1f9a0a", 5, 1337)]
    [InlineData("2a", 8, 42)]
    public void C1_integers(string hex, int prefix, int value)
    {
        var position = 0;
        HpackInteger.TryRead(Hex(hex), ref position, prefix, out var read).ShouldBe(HpackFault.None);
        read.ShouldBe(value);
        position.ShouldBe(hex.Length / 2);

        var written = new byte[HpackInteger.MaxLength];
        written[..HpackInteger.Write(written, 0, prefix, value)].ShouldBe(Hex(hex));
    }

    [Theory]
    [InlineData("400a637573746f6d2d6b65790d637573746f6d2d686561646572", "custom-key=custom-header", 55)]
    [InlineData("040c2f73616d706c652f70617468", ":path=/sample/path", 0)]
    [InlineData("100870617373776f726406736563726574", "password=secret", 0)]
    [InlineData("82", ":method=GET", 0)]
    public void C2_single_fields(string hex, string field, int tableSize)
    {
        var decoder = new HpackDecoder();
        Decode(decoder, hex).ShouldBe([field]);
        decoder.Table.Size.ShouldBe(tableSize);
    }

    [Theory]
    [InlineData("C.3", false, "828684410f7777772e6578616d706c652e636f6d", "828684be58086e6f2d6361636865",
        "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565")]
    [InlineData("C.4", true, "828684418cf1e3c2e5f23a6ba0ab90f4ff", "828684be5886a8eb10649cbf",
        "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf")]
    public void C3_and_C4_requests(string section, bool huffman, params string[] blocks)
    {
        section.ShouldNotBeNull();
        string[][] lists =
        [
            [":method=GET", ":scheme=http", ":path=/", ":authority=www.example.com"],
            [":method=GET", ":scheme=http", ":path=/", ":authority=www.example.com", "cache-control=no-cache"],
            [":method=GET", ":scheme=https", ":path=/index.html", ":authority=www.example.com", "custom-key=custom-value"],
        ];
        Verify(new HpackDecoder(), huffman ? new HpackEncoder() : null, blocks, lists, [57, 110, 164]);
    }

    [Theory]
    [InlineData("C.5", false,
        "4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e17687474"
        + "70733a2f2f7777772e6578616d706c652e636f6d",
        "4803333037c1c0bf",
        "88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a"
        + "4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31")]
    [InlineData("C.6", true,
        "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3",
        "4883640effc1c0bf",
        "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960"
        + "d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007")]
    public void C5_and_C6_responses_with_eviction(string section, bool huffman, params string[] blocks)
    {
        section.ShouldNotBeNull();
        string[][] lists =
        [
            [":status=302", "cache-control=private", "date=Mon, 21 Oct 2013 20:13:21 GMT", Location],
            [":status=307", "cache-control=private", "date=Mon, 21 Oct 2013 20:13:21 GMT", Location],
            [":status=200", "cache-control=private", "date=Mon, 21 Oct 2013 20:13:22 GMT", Location, "content-encoding=gzip", LongCookie],
        ];
        Verify(new HpackDecoder(256), huffman ? new HpackEncoder(256) : null, blocks, lists, [222, 222, 215]);
    }

    private static void Verify(HpackDecoder decoder, HpackEncoder? encoder, string[] blocks, string[][] lists, int[] sizes)
    {
        // The size update to 256 that an encoder owes first is no part of the examples.
        encoder?.Begin();
        for (var i = 0; i < blocks.Length; i++)
        {
            Decode(decoder, blocks[i]).ShouldBe(lists[i]);
            decoder.Table.Size.ShouldBe(sizes[i]);
            if (encoder is null)
            {
                continue;
            }

            encoder.Begin();
            foreach (var field in lists[i])
            {
                var (name, value) = Split(field);
                encoder.Add(Bytes(name), Bytes(value), HeaderIndexing.Index);
            }

            // "307" takes three bytes either way; the example chose Huffman, this encoder does not then.
            Convert.ToHexStringLower(encoder.Block).Replace("4803333037c1", "4883640effc1", StringComparison.Ordinal)
                .ShouldBe(blocks[i]);
            encoder.Table.Size.ShouldBe(sizes[i]);
        }
    }

    private static string[] Decode(HpackDecoder decoder, string hex)
    {
        var fields = new FieldRecorder();
        decoder.Decode(Hex(hex), fields).ShouldBe(HpackFault.None);
        return [.. fields.Fields.Select(field => $"{field.Name}={field.Value}")];
    }

    private static (string Name, string Value) Split(string field)
    {
        var at = field.IndexOf('=', StringComparison.Ordinal);
        return (field[..at], field[(at + 1)..]);
    }
}
