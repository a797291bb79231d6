using Fathom.Schema.Compiler.Parsing;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.TestKit;

namespace Fathom.Schema.Tests.Compiler;

/// <summary>Damaged files: what the parser in this process accepts, protoc accepts too, and reads the same.</summary>
public sealed class ManagedParserMutationTests
{
    private const int Seed = 20260101;

    // Values of custom options are not read. What these files import lies beside them.
    private static readonly string[] Files =
        ["proto2.proto", "proto3.proto", "edition-2023.proto", "names.proto", "keywords.proto", "floating.proto"];

    private static readonly string[] Strange =
    [
        ";", ".", "{", "}", "0", "1", "-1", "020", "1.5", "=", "message", "repeated", "optional", "M", "A", "reserved", "\"x\"", "max",
        "[", "]", ",",
    ];

    [Fact]
    public async Task What_it_accepts_is_what_protoc_reads()
    {
        var random = new Random(Seed);
        var accepted = 0;
        using var folder = new ProtoFolder();
        for (var i = 0; i < Thorough.Count(200, 2_000, 20_000); i++)
        {
            var text = Mutate(await File.ReadAllTextAsync(Repository.PathOf(
                $"test/Fathom.Schema.Tests/Compiler/Protos/{Files[random.Next(Files.Length)]}")), random);
            folder.Write("file.proto", text);
            if (await ReadAsync(folder, []) is not { } found)
            {
                continue;
            }

            accepted++;
            var expected = await ReadAsync(folder, [ProtoFolder.Protoc]);
            expected.ShouldNotBeNull($"protoc refuses (change {i}):\n{text}");
            ProtoFolder.Declared(found.Files[^1]).ShouldBe(ProtoFolder.Declared(expected.Files[^1]), $"change {i}:\n{text}");
        }

        accepted.ShouldBeGreaterThan(10);
    }

    private static async Task<DescriptorSet?> ReadAsync(ProtoFolder folder, string[] programs)
    {
        try
        {
            return await folder.CompileAsync("file.proto", programs);
        }
        catch (SchemaException)
        {
            return null;
        }
    }

    // One token removed, doubled, exchanged with the next, or replaced.
    private static string Mutate(string text, Random random)
    {
        var words = ProtoLexer.Read(text).SkipLast(1).Select(token => token.Text).ToList();
        var at = random.Next(words.Count - 1);
        switch (random.Next(4))
        {
            case 0:
                words.RemoveAt(at);
                break;
            case 1:
                words.Insert(at, words[at]);
                break;
            case 2:
                (words[at], words[at + 1]) = (words[at + 1], words[at]);
                break;
            default:
                words[at] = random.Next(2) == 0 ? Strange[random.Next(Strange.Length)] : words[random.Next(words.Count)];
                break;
        }

        return string.Join(' ', words);
    }
}
