using Fathom.Wire.Hpack;

namespace Fathom.Fuzz.Targets;

/// <summary>Field blocks, each with its length in front; a first byte of 0xff in the place of a block announces another size of the table.
/// What was decoded is encoded, decoded again, and compared.</summary>
internal static class HpackTarget
{
    private const int MaxList = 32 * 1024;

    public static void Parse(ReadOnlySpan<byte> bytes)
    {
        var input = new FuzzInput(bytes);
        var (decoder, encoder, second) = (new HpackDecoder(4096, MaxList), new HpackEncoder(), new HpackDecoder());
        while (input.Rest.Length > 0)
        {
            if (input.Rest[0] == 0xff)
            {
                input.Byte();
                decoder.SetMaxTableSize(input.Byte() * 32);
                continue;
            }

            var found = new Fields();
            var fault = decoder.Decode(input.Piece(), found);
            FuzzTarget.Require(decoder.Table.Size <= decoder.Table.MaxSize, "the table is larger than it may be");
            if (fault != HpackFault.None)
            {
                break;
            }

            encoder.Begin();
            encoder.Add(found.Valid);
            var again = new Fields();
            var secondFault = second.Decode(encoder.Block, again);
            encoder.Release();
            FuzzTarget.Require(secondFault == HpackFault.None && again.Text.SequenceEqual(found.Text),
                $"what was decoded is not what is decoded of its encoding: {secondFault}");
        }
    }

    private sealed class Fields : IHeaderSink
    {
        public HeaderList Valid { get; } = new();

        public List<byte> Text { get; } = [];

        public void OnHeader(in HeaderField field)
        {
            if (field.Syntax == FieldSyntax.Valid)
            {
                Valid.Add(field.Name, field.Value, field.NeverIndexed ? HeaderIndexing.NeverIndex : HeaderIndexing.Index);
                Text.AddRange(field.Name);
                Text.Add(0);
                Text.AddRange(field.Value);
                Text.Add(0);
            }
        }
    }
}
