using System.Reflection;
using Fathom.Contracts.Proto;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Contracts.Tests.Proto;

/// <summary>The generated descriptors are what protoc makes of the exported .proto text.</summary>
public class DescriptorTests
{
    private static readonly Assembly Own = typeof(DescriptorTests).Assembly;

    [Fact]
    public void The_descriptor_is_what_protoc_reads_from_the_text()
    {
        var generated = Files().Single(f => f.Name == "fathom.contracts.tests.exported.proto");
        var protoc = Exported.Everything.Descriptor.File.ToProto().Clone();

        // The folder and the options of the file are those of the test's build.
        (protoc.Name, protoc.Options) = (generated.Name, generated.Options);
        generated.ShouldBe(protoc);
    }

    [Fact]
    public void A_loaded_assembly_and_its_metadata_have_the_same_descriptors()
    {
        using var image = File.OpenRead(Own.Location);

        ProtoFiles.Read(image).Select(f => f.Descriptor).Order().ShouldBe(Own.GetCustomAttributes<ProtoFileAttribute>()
            .Select(a => a.Descriptor).Order());
        Files().ShouldNotBeEmpty();
    }

    private static IReadOnlyList<FileDescriptorProto> Files() =>
        [.. ProtoFiles.DescriptorsOf(Own).Select(bytes => FileDescriptorProto.Parser.ParseFrom(ByteString.CopyFrom(bytes.Span)))];
}
