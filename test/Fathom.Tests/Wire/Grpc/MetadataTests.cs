using Fathom.TestKit;
using Fathom.Wire.Grpc;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Grpc;

public class MetadataTests
{
    [Fact]
    public void Keys_are_lower_cased_may_repeat_and_keep_their_order()
    {
        Metadata metadata = [];
        metadata.Add("X-One", "1");
        metadata.Add("two.2_b", "2");
        metadata.Add("x-one", "3");

        metadata.Select(entry => entry.ToString()).ShouldBe(["x-one: 1", "two.2_b: 2", "x-one: 3"]);
        metadata.GetValue("X-ONE").ShouldBe("1");
        metadata.GetAll("x-one").Select(entry => entry.Value).ShouldBe(["1", "3"]);
        metadata.GetValue("none").ShouldBeNull();
    }

    [Theory]
    [InlineData("")]
    [InlineData("with space")]
    [InlineData(":path")]
    [InlineData("schlüssel")]
    [InlineData("a/b")]
    [InlineData("grpc-timeout")]
    [InlineData("content-type")]
    [InlineData("TE")]
    [InlineData("connection")]
    [InlineData("data-bin")]
    public void A_key_outside_the_grammar_or_reserved_or_binary_is_refused_for_text(string key) =>
        Should.Throw<ArgumentException>(() => new Metadata().Add(key, "value"));

    [Theory]
    [InlineData("line\nbreak", "U+000A")]
    [InlineData("é", "U+00E9")]
    [InlineData("\u007f", "U+007F")]
    public void A_value_that_is_not_printable_ASCII_is_refused_and_the_error_says_what_was_found(string value, string found) =>
        Should.Throw<ArgumentException>(() => new Metadata().Add("key", value)).Message.ShouldContain(found);

    [Fact]
    public void Bytes_need_a_key_that_ends_in_bin() =>
        Should.Throw<ArgumentException>(() => new Metadata().Add("data", [1, 2])).Message.ShouldContain("data-bin");

    [Theory]
    [InlineData("AQI", "0102")]
    [InlineData("AQI=", "0102")]
    [InlineData("AQI,AwQF", "0102 030405")]
    [InlineData("AQI=, AwQF", "0102 030405")]
    [InlineData("", "")]
    public void Binary_values_are_read_padded_and_unpadded_and_joined_by_commas(string wire, string expected)
    {
        Metadata metadata = [];
        metadata.TryAddReceived("Data-Bin", wire).ShouldBeTrue();
        string.Join(' ', metadata.Select(entry => Convert.ToHexString(entry.ValueBytes.Span))).ShouldBe(expected);
    }

    [Theory]
    [InlineData("A")]
    [InlineData("!!!!")]
    [InlineData("AQI,?")]
    public void A_binary_value_that_is_not_base64_is_reported(string wire) =>
        new Metadata().TryAddReceived("data-bin", wire).ShouldBeFalse();

    [Theory]
    [InlineData(":path")]
    [InlineData("content-type")]
    [InlineData("te")]
    [InlineData("grpc-status")]
    [InlineData("grpc-timeout")]
    public void Headers_of_the_protocol_are_not_metadata(string name)
    {
        Metadata metadata = [];
        metadata.TryAddReceived(name, "x").ShouldBeTrue();
        metadata.ShouldBeEmpty();
    }

    [Fact]
    public void Any_bytes_travel_as_base64_without_padding() =>
        Prop.ForAll<byte[]>(bytes =>
        {
            Metadata sent = [];
            sent.Add("data-bin", bytes);
            Metadata received = [];
            return !sent[0].WireValue.Contains('=')
                && received.TryAddReceived("data-bin", sent[0].WireValue)
                && received[0].ValueBytes.Span.SequenceEqual(bytes);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Any_received_value_is_either_taken_or_reported() =>
        Prop.ForAll<NonNull<string>>(value =>
        {
            Metadata metadata = [];
            return metadata.TryAddReceived("data-bin", value.Get) || metadata.All(entry => entry.IsBinary);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_field_of_commas_is_no_more_than_1024_entries()
    {
        var metadata = new Metadata();
        var most = SecurityPage.Number("1,024 entries of metadata");

        metadata.TryAddReceived("x-bin", new string(',', most - 1)).ShouldBeTrue();
        metadata.TryAddReceived("y-bin", "AA==").ShouldBeFalse();
        new Metadata().TryAddReceived("x-bin", new string(',', 28_000)).ShouldBeFalse();

        metadata.Count.ShouldBe(most);
    }
}
