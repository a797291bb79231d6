using System.Text.Json;
using Fathom.Schema.Data;
using Fathom.Schema.Json;
using Fathom.Schema.Tests.Samples;

namespace Fathom.Schema.Tests.Data;

/// <summary>Empty messages to fill in.</summary>
public class MessageTemplateTests
{
    [Theory]
    [InlineData("Scalars")]
    [InlineData("Optionals")]
    [InlineData("Lists")]
    [InlineData("Maps")]
    [InlineData("Choice")]
    [InlineData("WellKnown")]
    [InlineData("Everything")]
    public void A_template_is_a_message_of_its_type(string name)
    {
        var type = SampleTypes.Get(name);
        var json = MessageTemplate.Of(type);

        new JsonEncoder(SampleTypes.Kinds).Encode(type, System.Text.Encoding.UTF8.GetBytes(json), "template", 1);
        using var document = JsonDocument.Parse(json);
        var shown = type.Fields.InDeclarationOrder().Where(f => f.RealContainingOneof is not { } oneof || oneof.Fields[0] == f);
        document.RootElement.EnumerateObject().Select(p => p.Name).ShouldBe(shown.OrderBy(f => f.FieldNumber).Select(f => f.JsonName));
    }

    [Fact]
    public void Lists_and_maps_have_an_element_and_a_message_inside_itself_none()
    {
        using var document = JsonDocument.Parse(MessageTemplate.Of(SampleTypes.Get("Everything")));
        var root = document.RootElement;

        root.GetProperty("lists").GetProperty("scalars")[0].GetProperty("anInt64").GetString().ShouldBe("0");
        root.GetProperty("maps").GetProperty("byBool").GetProperty("false").GetString().ShouldBe("");
        root.GetProperty("children").GetArrayLength().ShouldBe(0);
        root.GetProperty("wellKnown").GetProperty("time").GetString().ShouldBe("1970-01-01T00:00:00Z");
        root.GetProperty("choice").EnumerateObject().Select(p => p.Name).ShouldBe(["number"]);
    }
}
