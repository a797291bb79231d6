using System.Text;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Fathom.Schema.Tests.Samples;

namespace Fathom.Schema.Tests.Json;

/// <summary><c>google.protobuf.Duration</c> in JSON: what is read, and what is accepted where something is not.</summary>
public class DurationTests
{
    [Theory]
    [InlineData("0s", 0, 0, "0s")]
    [InlineData("-0s", 0, 0, "0s")]
    [InlineData("1.5s", 1, 500_000_000, "1.500s")]
    [InlineData("-0.5s", 0, -500_000_000, "-0.500s")]
    [InlineData("-1.000000001s", -1, -1, "-1.000000001s")]
    [InlineData("0.000001s", 0, 1000, "0.000001s")]
    [InlineData("315576000000.999999999s", 315_576_000_000, 999_999_999, "315576000000.999999999s")]
    [InlineData("-315576000000.999999999s", -315_576_000_000, -999_999_999, "-315576000000.999999999s")]
    public void A_duration_is_read_and_written_as_Google_does(string text, long seconds, int nanos, string written)
    {
        var json = $$"""{"duration":"{{text}}"}""";
        var message = Encode(json);

        var read = WellKnown.Parser.ParseFrom(message.Span).Duration;
        (read.Seconds, read.Nanos).ShouldBe((seconds, nanos));
        read.ShouldBe(Google.Protobuf.JsonParser.Default.Parse<WellKnown>(json).Duration);
        new JsonDecoder(SampleTypes.Kinds, new() { Indented = false }).Decode(SampleTypes.Kinds.FindMessage("kinds.WellKnown")!, message)
            .ShouldBe($$"""{"duration":"{{written}}"}""");
    }

    [Theory]
    [InlineData("\"1h30m\"")]
    [InlineData("\"250ms\"")]
    [InlineData("\"1.5\"")]
    [InlineData("1.5")]
    [InlineData("\"+1s\"")]
    [InlineData("\"1.s\"")]
    [InlineData("\".5s\"")]
    [InlineData("\"1e3s\"")]
    [InlineData("\"s\"")]
    [InlineData("\"-s\"")]
    [InlineData("\"0.1234567891s\"")]
    [InlineData("\"315576000001s\"")]
    [InlineData("\"-315576000001s\"")]
    public void What_is_none_is_refused_with_what_is_accepted(string value) =>
        Should.Throw<SchemaException>(() => Encode($$"""{"duration":{{value}}}""")).Message.ShouldEndWith(
            $"at $.duration: {value} is not google.protobuf.Duration; accepted: seconds with at most nine decimals and the letter s, from "
            + "-315576000000s to 315576000000s: \"1.5s\", \"0.25s\" for 250 ms, \"5400s\" for 1 h 30 min");

    private static ReadOnlyMemory<byte> Encode(string json) =>
        new JsonEncoder(SampleTypes.Kinds).Encode(SampleTypes.Get("WellKnown"), Encoding.UTF8.GetBytes(json), "-d");
}
