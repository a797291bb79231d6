using Fathom.Wire.Hpack;

namespace Fathom.Tests.Wire.Hpack;

public sealed class HpackMemoryTests
{
    [Fact]
    public void A_decoder_does_not_keep_what_one_long_string_took()
    {
        var encoder = new HpackEncoder();
        var decoder = new HpackDecoder();
        encoder.Begin();
        encoder.Add(new string('a', 40_000).Select(c => (byte)c).ToArray(), new string('b', 40_000).Select(c => (byte)c).ToArray(),
            HeaderIndexing.NoIndex);
        var recorder = new FieldRecorder();
        decoder.Decode(encoder.Block, recorder).ShouldBe(HpackFault.None);
        (recorder.Fields[0].Name.Length, recorder.Fields[0].Value.Length).ShouldBe((40_000, 40_000));
        decoder.AllocatedBytes.ShouldBe(0);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(500)]
    [InlineData(4096)]
    public void Tables_take_memory_in_proportion_to_what_they_may_hold(int size)
    {
        var table = new DynamicTable(size);
        for (var i = 0; i < 10_000; i++)
        {
            table.Insert(FieldRecorder.Bytes($"x-{i % 50}"), FieldRecorder.Bytes(new string('v', i % 90)), KnownHeader.Unknown,
                FieldSyntax.Valid);
        }

        // Two arrays of bytes of up to four times the content, and an entry of 16 bytes for each 32.
        table.AllocatedBytes.ShouldBeLessThanOrEqualTo((2 * 4 + 1) * size);
    }
}
