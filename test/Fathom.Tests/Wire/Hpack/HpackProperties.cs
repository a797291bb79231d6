using Fathom.Wire.Hpack;
using FsCheck;
using FsCheck.Fluent;
using static Fathom.Tests.Wire.Hpack.FieldRecorder;

namespace Fathom.Tests.Wire.Hpack;

/// <summary>Whatever is encoded is decoded to the same, and whatever comes is borne.</summary>
public sealed class HpackProperties
{
    private static readonly string[] Names = [":path", "content-type", "te", "x-a", "x-b", "grpc-timeout", "authorization",
        "accept-encoding"];

    [Fact]
    public void Whatever_is_encoded_is_decoded_to_the_same_fields_through_evictions_and_size_changes()
    {
        var field = from name in Gen.OneOf(Gen.Elements(Names), Text(1, 12))
                    from value in Gen.OneOf(Text(0, 60), Gen.Elements("", "gzip", "/a.B/C"))
                    from indexing in Gen.Elements(HeaderIndexing.Index, HeaderIndexing.NoIndex, HeaderIndexing.NeverIndex)
                    select (name, value, indexing);
        var block = from fields in field.ListOf()
                    from size in Gen.Frequency((5, Gen.Constant(-1)), (1, Gen.Choose(0, 6000)))
                    select (fields, size);
        var blocks = block.ListOf().ToArbitrary();
        Prop.ForAll(blocks, lists =>
        {
            var (encoder, decoder) = (new HpackEncoder(512), new HpackDecoder());
            foreach (var (fields, size) in lists)
            {
                if (size >= 0)
                {
                    encoder.SetPeerMaxTableSize((uint)size);
                    decoder.SetMaxTableSize(size);
                }

                encoder.Begin();
                foreach (var (name, value, indexing) in fields)
                {
                    encoder.Add(Bytes(name), Bytes(value), indexing);
                }

                var recorder = new FieldRecorder();
                decoder.Decode(encoder.Block, recorder).ShouldBe(HpackFault.None);
                recorder.Fields.ShouldBe(fields.Select(f => (f.name, f.value)));
                decoder.Table.Size.ShouldBe(encoder.Table.Size);
                decoder.Table.Size.ShouldBeLessThanOrEqualTo(decoder.Table.MaxSize);
            }
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Templates_are_decoded_to_their_fields_whatever_else_moves_the_table()
    {
        // More than are kept, so that some push others out.
        var templates = Enumerable.Range(0, 40).Select(i => new HeaderTemplate(new HeaderList().Add(":status"u8, "200"u8)
            .Add(Bytes($"x-{i % 7}"), Bytes($"v{i}"), (HeaderIndexing)(i % 3)))).ToArray();
        var block = from template in Gen.Choose(0, templates.Length - 1)
                    from more in Gen.Frequency((3, Gen.Constant("")), (1, Text(1, 90).Select(text => "x" + text)))
                    from size in Gen.Frequency((9, Gen.Constant(-1)), (1, Gen.Choose(0, 600)))
                    select (template, more, size);
        Prop.ForAll(block.ListOf(200).ToArbitrary(), blocks =>
        {
            var (encoder, decoder) = (new HpackEncoder(), new HpackDecoder());
            foreach (var (template, more, size) in blocks)
            {
                if (size >= 0)
                {
                    encoder.SetPeerMaxTableSize((uint)size);
                    decoder.SetMaxTableSize(size);
                }

                encoder.Begin();
                encoder.Add(templates[template]);
                if (more.Length > 0)
                {
                    encoder.Add(Bytes("x-more"), Bytes(more), HeaderIndexing.Index);
                }

                var recorder = new FieldRecorder();
                decoder.Decode(encoder.Block, recorder).ShouldBe(HpackFault.None);
                recorder.Fields.Take(2).ShouldBe([(":status", "200"), ($"x-{template % 7}", $"v{template}")]);
                recorder.Fields.Skip(2).ShouldBe(more.Length > 0 ? [("x-more", more)] : []);
                encoder.Release();
            }
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Arbitrary_bytes_never_crash_a_decoder_and_its_table_stays_within_its_size()
    {
        var blocks = Gen.ListOf(ArbMap.Default.GeneratorFor<byte[]>()).ToArbitrary();
        Prop.ForAll(blocks, inputs =>
        {
            var decoder = new HpackDecoder(200, 1000);
            foreach (var input in inputs)
            {
                var recorder = new FieldRecorder();
                Enum.IsDefined(decoder.Decode(input, recorder)).ShouldBeTrue();
                decoder.Table.Size.ShouldBeLessThanOrEqualTo(200);
                recorder.Fields.Sum(f => f.Name.Length + f.Value.Length + 32).ShouldBeLessThanOrEqualTo(1000);
            }
        }).QuickCheckThrowOnFailure();
    }

    private static Gen<string> Text(int least, int most) =>
        Gen.Choose(least, most).SelectMany(length => Gen.ArrayOf(Gen.Choose(0, 255), length))
            .Select(bytes => new string([.. bytes.Select(b => (char)b)]));
}
