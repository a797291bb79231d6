using System.Text;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Fathom.Schema.Tests.Samples;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Schema.Tests.Json;

/// <summary>The forms that the proto3 JSON mapping accepts beside the canonical ones, and what it refuses.</summary>
public class JsonFormTests
{
    [Theory]
    [InlineData("""{"anInt64":7}""", """{"anInt64":"7"}""")]
    [InlineData("""{"anInt32":"7"}""", """{"anInt32":7}""")]
    [InlineData("""{"anInt32":1e2}""", """{"anInt32":100}""")]
    [InlineData("""{"anInt32":3.0}""", """{"anInt32":3}""")]
    [InlineData("""{"aUint64":"18446744073709551615"}""", """{"aUint64":18446744073709551615}""")]
    [InlineData("""{"aDouble":"1.5"}""", """{"aDouble":1.5}""")]
    [InlineData("""{"color":1}""", """{"color":"COLOR_RED"}""")]
    [InlineData("""{"color":77}""", """{"color":77}""")]
    [InlineData("""{"someBytes":"-_8"}""", """{"someBytes":"+/8="}""")]
    [InlineData("""{"someBytes":"-_8="}""", """{"someBytes":"+/8="}""")]
    [InlineData("""{"a_string":"x"}""", """{"aString":"x"}""")]
    [InlineData("""{"aString":null}""", "{}")]
    [InlineData("""{"a\u0053tring":"\u0041"}""", """{"aString":"A"}""")]
    [InlineData("""{"aFloat":3.4028235e38}""", """{"aFloat":3.4028235e38}""")]
    public void Forms_of_one_value_are_one_message(string json, string same) =>
        Encode("Scalars", json).ToArray().ShouldBe(Encode("Scalars", same).ToArray());

    [Theory]
    [InlineData("Scalars", """{"anInt32":2147483648}""", "$.anInt32", "2147483648 is not int32")]
    [InlineData("Scalars", """{"anInt32":1.5}""", "$.anInt32", "1.5 is not int32")]
    [InlineData("Scalars", """{"anInt32":1e-40}""", "$.anInt32", "not int32")]
    [InlineData("Scalars", """{"aUint32":-1}""", "$.aUint32", "-1 is not uint32")]
    [InlineData("Scalars", """{"aFloat":3.5e38}""", "$.aFloat", "not float")]
    [InlineData("Scalars", """{"aDouble":1e400}""", "$.aDouble", "not double")]
    [InlineData("Scalars", """{"aBool":"true"}""", "$.aBool", "\"true\" is not bool; accepted: true or false")]
    [InlineData("Scalars", """{"aString":1}""", "$.aString", "1 is not string")]
    [InlineData("Scalars", """{"aString":"\ud800"}""", "$.aString", "")]
    [InlineData("Scalars", """{"someBytes":"a?"}""", "$.someBytes", "base64")]
    [InlineData("Scalars", """{"color":"COLOR_RAD"}""", "$.color", "did you mean 'COLOR_RED'?")]
    [InlineData("Scalars", """{"aSttring":"x"}""", "$.aSttring", "kinds.Scalars has no field 'aSttring'; did you mean 'aString' (string)?")]
    [InlineData("Scalars", """{"aBool":true,"a_bool":true}""", "$.a_bool", "is there twice")]
    [InlineData("Scalars", """[]""", "$", "an array is not kinds.Scalars; accepted: an object")]
    [InlineData("Scalars", """{} {}""", "$", "not JSON")]
    [InlineData("Scalars", "{\n\"aBool\":\n\n7}", "line 4, at $.aBool", "7 is not bool")]
    [InlineData("Lists", """{"scalars":[{},{"color":[]}]}""", "$.scalars[1].color", "an array is not kinds.Color")]
    [InlineData("Lists", """{"ints":[1,null]}""", "$.ints[1]", "null is not int32")]
    [InlineData("Lists", """{"ints":1}""", "$.ints", "1 is not repeated int32; accepted: an array")]
    [InlineData("Maps", """{"byInt":{"x":{}}}""", "$.byInt.x", "\"x\" is not a key of type int32")]
    [InlineData("Maps", """{"byBool":{"1":""}}""", "$.byBool.1", "key of type bool")]
    [InlineData("Choice", """{"number":1,"text":""}""", "$.text", "'number' and 'text' are cases of the oneof 'choice'")]
    [InlineData("WellKnown", """{"time":"2026-02-30T00:00:00Z"}""", "$.time", "RFC 3339")]
    [InlineData("WellKnown", """{"any":{"value":1}}""", "$.any", "\"@type\"")]
    [InlineData("WellKnown", """{"any":{"@type":"a/kinds.Nothing"}}""", "$.any", "'kinds.Nothing', which is not in the samples")]
    [InlineData("WellKnown", """{"any":{"@type":"a/kinds.Choice","nmuber":1}}""", "$.any.nmuber", "did you mean 'number' (int32)?")]
    [InlineData("WellKnown", """{"mask":"a_b"}""", "$.mask", "lowerCamelCase")]
    public void What_does_not_fit_is_refused_with_its_place(string type, string json, string place, string message)
    {
        var refusal = Should.Throw<SchemaException>(() => Encode(type, json));

        refusal.Fault.ShouldBe(SchemaFault.Input);
        refusal.Message.ShouldContain(place);
        refusal.Message.ShouldContain(message);
    }

    [Fact]
    public void Depth_is_bounded()
    {
        var deep = string.Concat(Enumerable.Repeat("""{"children":[""", 99)) + "{}" + string.Concat(Enumerable.Repeat("]}", 99));
        Everything.Parser.ParseFrom(Encode("Everything", deep).ToArray()).Children.Count.ShouldBe(1);
        Should.Throw<SchemaException>(() => Encode("Everything", $$"""{"children":[{{deep}}]}""")).Message.ShouldContain("$...");
        Should.Throw<SchemaException>(() => Encode("WellKnown", $$"""{"value":{{new string('[', 100_000)}}"""))
            .Message.ShouldContain("$...");
    }

    [Fact]
    public void A_group_of_proto2_is_an_object_and_a_required_field_is_required()
    {
        var legacy = SampleTypes.Old.FindMessage("old.Legacy")!;
        var json = """{"name":"x","numbers":[1,2],"packedNumbers":[3],"result":{"url":"u","page":[{"number":0},{"number":5}]},"count":0}""";
        var bytes = new JsonEncoder(SampleTypes.Old).Encode(legacy, Encoding.UTF8.GetBytes(json)).ToArray();

        var read = Samples.Old.Legacy.Parser.ParseFrom(bytes);
        (read.Result.Page[1].Number, read.HasCount, read.Count, read.Numbers.Count).ShouldBe((5, true, 0, 2));
        new JsonEncoder(SampleTypes.Old).Encode(legacy, Encoding.UTF8.GetBytes(
            new JsonDecoder(SampleTypes.Old).Decode(legacy, read.ToByteArray()))).ToArray().ShouldBe(read.ToByteArray());
        Should.Throw<SchemaException>(() => new JsonEncoder(SampleTypes.Old).Encode(legacy, "{}"u8)).Message
            .ShouldContain("old.Legacy lacks 'name' (string), which proto2 requires");
    }

    [Fact]
    public void What_the_mapping_has_no_form_for_keeps_its_content()
    {
        var message = new WellKnown
        {
            Any = new Any { TypeUrl = "a/unknown.Type", Value = ByteString.CopyFrom(1, 2, 3) },
            Time = new Timestamp { Seconds = long.MaxValue, Nanos = -1 },
        };
        var type = SampleTypes.Get("WellKnown");
        var json = new JsonDecoder(SampleTypes.Kinds, new() { Indented = false }).Decode(type, message.ToByteArray());

        json.ShouldContain("\"@value\":\"AQID\"");
        json.ShouldContain("\"seconds\":\"9223372036854775807\",\"nanos\":-1");
        var any = json[json.IndexOf("{\"@type", StringComparison.Ordinal)..^1];
        WellKnown.Parser.ParseFrom(Encode("WellKnown", $$"""{"any":{{any}}}""").ToArray()).Any.ShouldBe(message.Any);
    }

    [Fact]
    public void A_message_in_an_Any_that_cannot_be_read_is_shown_as_bytes_and_costs_nothing_else()
    {
        var broken = new Any { TypeUrl = "a/kinds.Scalars", Value = ByteString.CopyFrom(0x18) };
        var around = Any.Pack(new WellKnown { Any = broken, Mask = new FieldMask { Paths = { "a" } } });
        // The inner one first, and then the one around it, whose own bytes end too soon.
        var outer = new Any { TypeUrl = around.TypeUrl, Value = ByteString.CopyFrom([.. around.Value.ToByteArray(), 0x18]) };
        var decoder = new JsonDecoder(SampleTypes.Kinds, new() { Indented = false });

        decoder.Decode(SampleTypes.Get("WellKnown"), new WellKnown { Any = around, Time = new Timestamp { Seconds = 1 } }.ToByteArray())
            .ShouldContain("\"any\":{\"@type\":\"a/kinds.Scalars\",\"@error\":\"it is not kinds.Scalars: it ends in the middle of a field; "
                + "@value has the bytes\",\"@value\":\"GA==\"}");
        decoder.Decode(SampleTypes.Get("WellKnown"), new WellKnown { Any = outer, Time = new Timestamp { Seconds = 1 } }.ToByteArray())
            .ShouldContain($"\"@value\":\"{outer.Value.ToBase64()}\"");
    }

    [Fact]
    public void However_many_of_them_cannot_be_read_the_message_is_shown()
    {
        var rpc = SampleTypes.Kinds.FindMessage("google.rpc.Status")!;
        var detail = new Any { TypeUrl = "a/kinds.Scalars", Value = ByteString.CopyFrom(0x18) }.ToByteArray();
        byte[] all = [.. Enumerable.Range(0, 1000).SelectMany(_ => (byte[])[0x1A, (byte)detail.Length, .. detail])];

        new JsonDecoder(SampleTypes.Kinds).Decode(rpc, all).Split("\"@value\": \"GA==\"").Length.ShouldBe(1001);
    }

    [Fact]
    public void Fields_that_the_descriptor_lacks_are_counted_and_the_last_value_counts()
    {
        // Field 999 twice; an_int32 as 1, as a string, then as 2.
        byte[] bytes = [0xB8, 0x3E, 1, 0xB8, 0x3E, 1, 0x18, 1, 0x1A, 1, 65, 0x18, 2];
        var decoder = new JsonDecoder(SampleTypes.Kinds, new() { Indented = false });

        decoder.Decode(SampleTypes.Get("Scalars"), bytes).ShouldBe("""{"anInt32":2}""");
        decoder.UnknownFields.ShouldBe([3, 999]);
    }

    [Theory]
    [InlineData(new byte[] { 0x18, 0 }, "{}")]
    [InlineData(new byte[] { 0x18, 0x80, 0x80, 0x80, 0x80, 0x10 }, "{}")]
    [InlineData(new byte[] { 0x18, 1, 0x18, 0 }, "{}")]
    public void A_default_that_is_sent_is_the_same_as_none(byte[] bytes, string json) =>
        new JsonDecoder(SampleTypes.Kinds).Decode(SampleTypes.Get("Scalars"), bytes).ShouldBe(json);

    [Fact]
    public void Elements_stand_one_below_the_other() =>
        new JsonDecoder(SampleTypes.Kinds).Decode(SampleTypes.Get("Lists"), Encode("Lists", """{"ints":[1,2]}""")).ShouldBe(
            "{\n  \"ints\": [\n    1,\n    2\n  ]\n}");

    private static ReadOnlyMemory<byte> Encode(string type, string json) =>
        new JsonEncoder(SampleTypes.Kinds).Encode(SampleTypes.Get(type), Encoding.UTF8.GetBytes(json), "-d");
}
