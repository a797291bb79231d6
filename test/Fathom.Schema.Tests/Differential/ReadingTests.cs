using System.Text;
using System.Text.Json.Nodes;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using Fathom.TestKit;
using Google.Protobuf;

namespace Fathom.Schema.Tests.Differential;

/// <summary>Random messages of random schemas: Fathom reads and writes them as protoc and Google.Protobuf do.</summary>
public class ReadingTests
{
    private const int SchemasAtOnce = 40;
    private const int MessagesOfSchema = 50;

    private static readonly int Rounds = Thorough.Count(2_000, 10_000, 100_000) / (SchemasAtOnce * MessagesOfSchema);

    [Fact]
    public async Task Messages_are_what_protoc_and_Google_read_and_write()
    {
        for (var round = 0; round < Rounds; round++)
        {
            RandomSchema[] schemas = [.. Enumerable.Range(round * SchemasAtOnce, SchemasAtOnce).Select(seed => new RandomSchema(seed))];
            using var protoc = new Protoc(schemas.Select(s => s.File));
            var google = new GoogleTypes(await protoc.GenerateAsync(schemas.Select(s => s.File)));
            foreach (var schema in schemas)
            {
                await CompareAsync(schema, protoc, google.ParserOf(schema));
            }
        }
    }

    private static async Task CompareAsync(RandomSchema schema, Protoc protoc, MessageParser google)
    {
        var builder = new DescriptorSetBuilder(schema.File.Name);
        builder.Add(schema.File.ToByteString());
        var types = builder.Build();
        var root = types.FindMessage($"{schema.Package}.M0")!;
        var batch = types.FindMessage($"{schema.Package}.Batch")!;
        var (decoder, encoder) = (new JsonDecoder(types, new() { OriginalNames = true }), new JsonEncoder(types));
        var wire = new RandomWire(types, new Random(schema.Seed));
        var (received, sent, shown) = (new List<byte[]>(), new List<byte[]>(), new List<JsonNode>());
        for (var i = 0; i < MessagesOfSchema; i++)
        {
            var bytes = wire.Make(root);
            var json = decoder.Decode(root, bytes);
            var written = encoder.Encode(root, Encoding.UTF8.GetBytes(json)).ToArray();
            received.Add(bytes);
            sent.Add(written);
            shown.Add(JsonNode.Parse(json)!);
            if (!wire.IsBeyondGoogle)
            {
                // Not by Equals, for which extensions with the same bytes can differ.
                var (read, back) = (google.ParseFrom(bytes).ToByteArray(), google.ParseFrom(written).ToByteArray());
                decoder.Decode(root, read).ShouldBe(json, $"{schema.File.Name}, message {i}, as Google reads it");
                decoder.Decode(root, back).ShouldBe(json, $"{schema.File.Name}, message {i}, as Google reads what Fathom writes");
                back.Length.ShouldBe(read.Length);
            }
        }

        var text = await protoc.DecodeAsync(schema.File, batch.FullName, Batch(received));
        Same(shown, new MessageText(types, text).Read(batch), $"{schema.File.Name}, as protoc reads it");
        text = await protoc.DecodeAsync(schema.File, batch.FullName, Batch(sent));
        Same(shown, new MessageText(types, text).Read(batch), $"{schema.File.Name}, as protoc reads what Fathom writes");
        var encoded = await protoc.EncodeAsync(schema.File, batch.FullName, text);
        Same(shown, JsonNode.Parse(decoder.Decode(batch, encoded))!, $"{schema.File.Name}, as protoc writes it");
    }

    private static readonly System.Text.Json.JsonSerializerOptions OneLine = new();

    private static void Same(List<JsonNode> shown, JsonNode read, string what)
    {
        var items = read["items"]!.AsArray();
        items.Count.ShouldBe(shown.Count, what);
        for (var i = 0; i < shown.Count; i++)
        {
            JsonNode.DeepEquals(shown[i], items[i]).ShouldBeTrue(
                $"{what}, message {i}:\n{shown[i].ToJsonString(OneLine)}\nand\n{items[i]!.ToJsonString(OneLine)}");
        }
    }

    private static byte[] Batch(IEnumerable<byte[]> messages)
    {
        using var bytes = new MemoryStream();
        var output = new CodedOutputStream(bytes);
        foreach (var message in messages)
        {
            output.WriteTag(1, WireFormat.WireType.LengthDelimited);
            output.WriteBytes(ByteString.CopyFrom(message));
        }

        output.Flush();
        return bytes.ToArray();
    }
}
