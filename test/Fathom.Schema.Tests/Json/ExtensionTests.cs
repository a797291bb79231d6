using System.Text;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Fathom.Schema.Tests.Samples;
using Fathom.Schema.Tests.Samples.Old;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Level = Fathom.Schema.Tests.Samples.Old.Scope.Types.Level;

namespace Fathom.Schema.Tests.Json;

/// <summary>Extensions are read, written and described beside the fields of their message, and never in their place.</summary>
public class ExtensionTests
{
    private static readonly MessageDescriptor Legacy = SampleTypes.Old.FindMessage("old.Legacy")!;
    private static readonly MessageDescriptor Short = SampleTypes.Old.FindMessage("old.Short")!;

    [Theory]
    [InlineData("""{"id":"x","[old.a]":"y"}""")]
    [InlineData("""{"id":"x","[old.b]":"y"}""")]
    [InlineData("""{"[old.a]":"","[old.b]":"z"}""")]
    [InlineData("""{"id":"x"}""")]
    public void A_field_and_an_extension_of_one_index_are_two_values(string json) =>
        Decode(Short, Encode(Short, json)).ShouldBe(json);

    [Fact]
    public void They_are_what_Google_reads_and_writes()
    {
        var message = new Legacy { Name = "n", Count = 3 };
        message.SetExtension(OldExtensions.Note, "a note");
        message.GetOrInitializeExtension(OldExtensions.Marks).AddRange([1, -2, 300]);
        message.SetExtension(OldExtensions.Inner, new Legacy { Name = "inner" });
        message.SetExtension(Scope.Extensions.Level, Level.High);
        message.GetOrInitializeExtension(Scope.Extensions.Names).AddRange(["", "x"]);
        message.SetExtension(Scope.Extensions.Seal, new Scope.Types.Seal { Wax = ByteString.CopyFrom(1, 2) });

        var json = Decode(Legacy, message.ToByteArray());

        json.ShouldBe("""
            {"name":"n","count":3,"[old.note]":"a note","[old.marks]":[1,-2,300],"[old.inner]":{"name":"inner"},
            "[old.Scope.level]":"HIGH","[old.Scope.names]":["","x"],"[old.Scope.seal]":{"wax":"AQI="}}
            """.ReplaceLineEndings(""));
        var registry = new ExtensionRegistry
        {
            OldExtensions.Note, OldExtensions.Marks, OldExtensions.Inner, Scope.Extensions.Level, Scope.Extensions.Names,
            Scope.Extensions.Seal,
        };
        Samples.Old.Legacy.Parser.WithExtensionRegistry(registry).ParseFrom(Encode(Legacy, json)).ShouldBe(message);
    }

    [Fact]
    public void What_is_no_extension_is_refused_with_the_nearest()
    {
        var refusal = Should.Throw<SchemaException>(() => Encode(Short, """{"[old.c]":"x"}"""));
        refusal.Message.ShouldContain("old.Short has no extension '[old.c]'; did you mean '[old.");
        refusal.Message.ShouldContain("(fields: id, [old.a], [old.b])");
        Should.Throw<SchemaException>(() => Encode(Short, """{"[old.a]":"x","[old.a]":"y"}""")).Message
            .ShouldContain("'[old.a]' is there twice");
    }

    [Fact]
    public void A_number_that_a_closed_enum_lacks_is_an_unknown_field()
    {
        // old.Scope.level, field 103, as HIGH and then as 9.
        byte[] bytes = [0x0A, 1, (byte)'n', 0xB8, 0x06, 2, 0xB8, 0x06, 9];
        var decoder = new JsonDecoder(SampleTypes.Old, new() { Indented = false });

        decoder.Decode(Legacy, bytes).ShouldBe("""{"name":"n","[old.Scope.level]":"HIGH"}""");
        decoder.UnknownFields.ShouldBe([103]);
    }

    [Fact]
    public void They_have_names_of_their_own() =>
        SampleTypes.Old.Find("old.Scope.level").ShouldBeOfType<FieldDescriptor>().FieldNumber.ShouldBe(103);

    private static byte[] Encode(MessageDescriptor type, string json) =>
        new JsonEncoder(SampleTypes.Old).Encode(type, Encoding.UTF8.GetBytes(json)).ToArray();

    private static string Decode(MessageDescriptor type, byte[] bytes) =>
        new JsonDecoder(SampleTypes.Old, new() { Indented = false }).Decode(type, bytes);
}
