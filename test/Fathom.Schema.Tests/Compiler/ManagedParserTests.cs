using Fathom.Schema.Compiler;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.TestKit;

namespace Fathom.Schema.Tests.Compiler;

/// <summary>The parser in this process reads a .proto file as protoc does, or refuses it.</summary>
public sealed class ManagedParserTests
{
    private static readonly string Cases = Repository.PathOf("test/Fathom.Schema.Tests/Compiler/Protos");

    // Valid files that it refuses.
    private static readonly string[] Refused = ["edition-2024.proto", "message-set.proto", "option-2024.proto"];

    public static TheoryData<string> Files => [.. Repository.Files("*.proto").Select(file => Path.GetRelativePath(Repository.Root, file))];

    public static TheoryData<string> InvalidFiles => [.. File.ReadAllLines(Path.Combine(Cases, "invalid.txt"))];

    [Theory]
    [MemberData(nameof(Files))]
    public async Task Its_descriptors_are_those_of_protoc(string path)
    {
        var (name, folder) = (Path.GetFileName(path), Path.GetDirectoryName(Repository.PathOf(path))!);
        var expected = await CompileAsync(name, folder, [ProtoFolder.Protoc]);
        if (Refused.Contains(name))
        {
            (await Should.ThrowAsync<SchemaException>(() => CompileAsync(name, folder, []))).Message.ShouldContain("install protoc");
            return;
        }

        var found = await CompileAsync(name, folder, []);

        found.Files.Select(file => file.Name).ShouldBe(expected.Files.Select(file => file.Name), ignoreOrder: true);
        foreach (var file in found.Files.Where(file => WellKnownFiles.Find(file.Name) is null))
        {
            ProtoFolder.Declared(file).ShouldBe(ProtoFolder.Declared(expected.Files.Single(other => other.Name == file.Name)));
        }
    }

    [Theory]
    [MemberData(nameof(InvalidFiles))]
    public async Task It_refuses_what_protoc_refuses(string text)
    {
        using var folder = new ProtoFolder();
        folder.Write("shop.proto", text);
        foreach (var file in Directory.GetFiles(Cases, "*.proto"))
        {
            File.Copy(file, Path.Combine(folder.Path, Path.GetFileName(file)));
        }

        (await Should.ThrowAsync<SchemaException>(() => folder.CompileAsync("shop.proto", [ProtoFolder.Protoc])))
            .Message.ShouldStartWith("--proto: protoc refused it: ");
        (await Should.ThrowAsync<SchemaException>(() => folder.CompileAsync("shop.proto", [])))
            .Message.ShouldStartWith("--proto: no protoc runs here, and fathom's own parser refused it: ");
    }

    [Fact]
    public async Task A_refusal_has_the_place_and_says_what_to_install()
    {
        using var folder = new ProtoFolder();
        folder.Write("shop.proto", "syntax = \"proto3\";\nmessage Item { Thing thing = 1; }");

        (await Should.ThrowAsync<SchemaException>(() => folder.CompileAsync("shop.proto", []))).Message.ShouldBe(
            "--proto: no protoc runs here, and fathom's own parser refused it: shop.proto:2:16: 'Thing' is not defined in this file or in "
            + "one that it imports; it reads less than protoc does: if the file is valid, install protoc (Debian: apt-get install "
            + "protobuf-compiler; Alpine: apk add protobuf; macOS: brew install protobuf), or give --protoset");
    }

    private static Task<DescriptorSet> CompileAsync(string file, string folder, string[] programs) =>
        ProtoCompiler.CompileAsync([file], [folder], folder, programs, TestContext.Current.CancellationToken);
}
