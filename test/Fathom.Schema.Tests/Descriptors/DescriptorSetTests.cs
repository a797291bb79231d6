using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Tests.Samples;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Descriptors;

public class DescriptorSetTests
{
    [Theory]
    [InlineData("kinds.Things/Chat", true, true)]
    [InlineData("/kinds.Things/Watch", false, true)]
    [InlineData("kinds.Things.Put", true, false)]
    [InlineData("kinds.Things.Get", false, false)]
    public void A_method_is_found_by_each_form_of_its_name(string name, bool client, bool server)
    {
        var method = SampleTypes.Kinds.GetMethod(name);

        (method.IsClientStreaming, method.IsServerStreaming, method.Service).ShouldBe((client, server, "kinds.Things"));
    }

    [Theory]
    [InlineData("kinds.Things/Wacth", "'Wacth' is not a method of kinds.Things; did you mean 'Watch'? (methods: Get, Put, Watch, Chat)")]
    [InlineData("kinds.Thing/Get", "'kinds.Thing' is not a service of the samples; did you mean 'kinds.Things'?")]
    [InlineData("Get", "'Get' is not a method; accepted: pkg.Service/Method; did you mean 'kinds.Things/Get'? "
        + "(services of the samples: kinds.Things)")]
    public void An_unknown_method_has_the_nearest(string name, string message) =>
        Should.Throw<SchemaException>(() => SampleTypes.Kinds.GetMethod(name)).Message.ShouldStartWith(message);

    [Theory]
    [InlineData("kinds.Scalar", "kinds.Scalars")]
    [InlineData("Scalars", "kinds.Scalars")]
    [InlineData(".Scalrs", "kinds.Scalars")]
    [InlineData("Things/Wacth", "kinds.Things/Watch")]
    [InlineData("v2.kinds.Scalars", "kinds.Scalars")]
    [InlineData("Scalars.an_int23", "kinds.Scalars.an_int32")]
    [InlineData("kind.proto", "kinds.proto")]
    public void An_unknown_symbol_has_the_nearest(string name, string near) =>
        Should.Throw<SchemaException>(() => SampleTypes.Kinds.Get(name)).Message.ShouldContain($"; did you mean '{near}'?");

    [Fact]
    public void Every_symbol_is_found()
    {
        foreach (var name in new[]
            { "kinds.Things", "kinds.Things.Get", "kinds.Scalars", "kinds.Scalars.an_int32", "kinds.Color", "kinds.Color.COLOR_RED" })
        {
            SampleTypes.Kinds.Get(name).FullName.ShouldBe(name);
        }

        SampleTypes.Kinds.Get("kinds.proto").Name.ShouldBe("kinds.proto");
    }

    [Fact]
    public void A_set_without_its_imports_says_which_is_missing()
    {
        var file = new FileDescriptorProto { Name = "a.proto", Dependency = { "b.proto" } };
        Refusal(file).ShouldBe(
            "the set lacks 'b.proto', which 'a.proto' imports; a protoset has its imports with 'protoc --include_imports'");
    }

    [Fact]
    public void Files_that_import_each_other_in_a_circle_are_refused() => Refusal(
        new FileDescriptorProto { Name = "a.proto", Dependency = { "b.proto" } },
        new FileDescriptorProto { Name = "b.proto", Dependency = { "a.proto" } }).ShouldContain("'a.proto' imports itself in a circle");

    [Fact]
    public void A_chain_of_imports_may_be_as_long_as_there_are_files()
    {
        var builder = new DescriptorSetBuilder("the set");
        for (var i = 0; i < DescriptorSetBuilder.MaxFiles; i++)
        {
            var file = new FileDescriptorProto { Name = $"{i}" };
            if (i + 1 < DescriptorSetBuilder.MaxFiles)
            {
                file.Dependency.Add($"{i + 1}");
            }

            builder.Add(file.ToByteString());
        }

        builder.Build().Files.Count.ShouldBe(DescriptorSetBuilder.MaxFiles);
        Should.Throw<SchemaException>(() => builder.Add(new FileDescriptorProto { Name = "x" }.ToByteString()))
            .Message.ShouldContain("10,000");
    }

    [Fact]
    public void Two_different_files_of_one_name_are_refused() => Refusal(new FileDescriptorProto { Name = "a" },
        new FileDescriptorProto { Name = "a", Package = "p" }).ShouldContain("two different files 'a'");

    [Fact]
    public void What_contradicts_itself_is_refused() => Refusal(new FileDescriptorProto { Name = "a", MessageType =
        { new DescriptorProto { Name = "M", Field = { new FieldDescriptorProto { Name = "f", Number = 1, TypeName = ".Nothing" } } } } })
        .ShouldStartWith("the set cannot be used: ");

    [Theory]
    [InlineData(FieldDescriptorProto.Types.Type.Group)]
    [InlineData(FieldDescriptorProto.Types.Type.Message)]
    public void A_message_field_without_its_type_is_refused(FieldDescriptorProto.Types.Type type) => Refusal(new FileDescriptorProto
    {
        Name = "a", MessageType =
        {
            new DescriptorProto
            {
                Name = "M", NestedType =
                {
                    new DescriptorProto { Name = "N", Field = { new FieldDescriptorProto { Name = "f", Number = 1, Type = type } } },
                },
            },
        },
    }).ShouldBe("the set cannot be used: the field 'f' is a message without its type; write it again with protoc");

    private static string Refusal(params FileDescriptorProto[] files)
    {
        var builder = new DescriptorSetBuilder("the set");
        return Should.Throw<SchemaException>(() =>
        {
            builder.AddSet(new FileDescriptorSet { File = { files } }.ToByteArray());
            builder.Build();
        }).Message;
    }
}
