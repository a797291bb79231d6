using System.Text.Json;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Fathom.Schema.Tests.Samples;
using Google.Protobuf;

namespace Fathom.Schema.Tests.Json;

/// <summary>Text in JSON that people read.</summary>
public class ReadableJsonTests
{
    [Fact]
    public void Emoji_are_themselves_and_what_looks_like_their_escapes_is_not_touched()
    {
        const string text = "göne 🎉 \\ud83c\\udf89 \\\\ud83c 👩‍💻";
        var json = new JsonDecoder(SampleTypes.Kinds, new() { Indented = false })
            .Decode(SampleTypes.Get("Scalars"), new Scalars { AString = text }.ToByteArray());

        json.ShouldContain("göne 🎉 \\\\ud83c\\\\udf89 ");
        json.ShouldContain("👩‍💻");
        using var document = JsonDocument.Parse(json);
        document.RootElement.GetProperty("aString").GetString().ShouldBe(text);
    }

    [Theory]
    [InlineData("Echo", "fathom.echo.Echo")]
    [InlineData("echo.Ecko", "fathom.echo.Echo")]
    [InlineData(".Svk", "Svc")]
    [InlineData("fathom.ecko.Echo", "fathom.echo.Echo")]
    [InlineData("Other", null)]
    [InlineData("fathom.echo", "fathom.echo.Echo")]
    public void The_nearest_name_may_have_a_package_that_was_left_out(string given, string? near) =>
        NearestName.Of(given, ["grpc.health.v1.Health", "fathom.echo.Echo", "Svc"]).ShouldBe(near);
}
