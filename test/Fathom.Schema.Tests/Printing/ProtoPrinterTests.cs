using Fathom.Schema.Descriptors;
using Fathom.Schema.Tests.Compiler;
using Fathom.Schema.Tests.Differential;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Schema.Tests.Printing;

/// <summary>protoc reads what descriptors are printed as, and makes the same descriptors of it.</summary>
public sealed class ProtoPrinterTests
{
    // protoc 3.21 is older than editions, and than these forms of options.
    private static readonly string[] BeyondDebian = ["angle-brackets.proto", "custom-options.proto", "edition-2023.proto",
        "edition-2024.proto", "extension-declarations.proto", "floating.proto", "option-2024.proto", "retention.proto"];

    public static TheoryData<string> Files => [.. Repository.Files("*.proto").Select(file => Path.GetRelativePath(Repository.Root, file))];

    public static TheoryData<string> FilesForDebian =>
        [.. Files.Select(f => f.Data).Where(f => !BeyondDebian.Contains(Path.GetFileName(f)))];

    public static TheoryData<string> GooglesFiles =>
        ["any", "api", "descriptor", "duration", "empty", "field_mask", "source_context", "struct",
        "timestamp", "type", "wrappers"];

    [Theory]
    [MemberData(nameof(Files))]
    public async Task A_file_is_read_by_the_protoc_that_is_included(string path) =>
        await PrintedFiles.CompareAsync(await PrintedFiles.CompileAsync(path, ProtoFolder.Protoc), ProtoFolder.Protoc);

    [Theory]
    [MemberData(nameof(FilesForDebian))]
    public async Task A_file_is_read_by_the_systems_protoc(string path)
    {
        var protoc = Requires.Program(TestPrerequisites.Protoc);

        await PrintedFiles.CompareAsync(await PrintedFiles.CompileAsync(path, protoc), protoc);
    }

    [Theory]
    [MemberData(nameof(GooglesFiles))]
    public async Task Googles_own_files_are_read(string name)
    {
        var builder = new DescriptorSetBuilder("Google.Protobuf");
        builder.Add(WellKnownFiles.Find($"google/protobuf/{name}.proto")!.SerializedData);

        await PrintedFiles.CompareAsync(builder.Build(), ProtoFolder.Protoc);
    }

    [Fact]
    public async Task Random_files_are_read()
    {
        // Through protoc first: it adds what a descriptor may leave out.
        RandomSchema[] schemas = [.. Enumerable.Range(0, Thorough.Count(40, 200, 1000)).Select(seed => new RandomSchema(seed))];
        using var protoc = new Protoc(schemas.Select(s => s.File));
        var builder = new DescriptorSetBuilder("random files");
        builder.AddSet(await protoc.CompleteAsync(schemas.Select(s => s.File)));

        await PrintedFiles.CompareAsync(builder.Build(), ProtoFolder.Protoc);
    }
}
