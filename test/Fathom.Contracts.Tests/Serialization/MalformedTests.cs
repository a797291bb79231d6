using Fathom.Contracts.Tests.Samples;
using Google.Protobuf;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>What is no message is refused with the place and the reason; what Google.Protobuf refuses is refused.</summary>
public class MalformedTests
{
    [Theory]
    [InlineData("08", "Byte 1 of the message: the message ends in the middle of a field.")]
    [InlineData("00", "the tag 0 has no field number")]
    [InlineData("0708", "the tag 7 has no field number")]
    [InlineData("08FFFFFFFFFFFFFFFFFFFF01", "a varint is longer than 10 bytes")]
    [InlineData("7205616263", "a field claims 5 bytes, and the message around it has 3 left.")]
    [InlineData("72FFFFFFFF0F", "a field claims 4294967295 bytes")]
    [InlineData("4501", "a field claims 4 bytes, and the message around it has 1 left.")]
    [InlineData("A406", "a group of field 100 ends that did not begin")]
    [InlineData("A306", "the message ends inside a group of field 100")]
    [InlineData("A306AC06", "a group of field 101 ends that did not begin")]
    [InlineData("0E", "field 1 has wire type 6")]
    [InlineData("0F", "field 1 has wire type 7")]
    [InlineData("7202C328", "is not UTF-8")]
    [InlineData("7203EDA080", "is not UTF-8")]
    // Longer than the vectors by which UTF-8 is checked.
    [InlineData(
        "7243C328414141414141414141414141414141414141414141414141414141414141"
        + "4141414141414141414141414141414141414141414141414141414141414141414141", "is not UTF-8")]
    public void Malformed_input_is_refused_as_Google_refuses_it(string hex, string reason)
    {
        var bytes = Convert.FromHexString(hex);
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Scalars>(bytes)).Message.ShouldContain(reason);
        foreach (var size in new[] { 1, 2, 3 })
        {
            Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Scalars>(Segments.Of(bytes, size)));
        }

        Should.Throw<InvalidProtocolBufferException>(() => Exported.Scalars.Parser.ParseFrom(bytes));
    }

    [Theory]
    [InlineData("7A80808080808080808001", "a field claims 9223372036854775808 bytes")]
    public void Some_input_is_refused_that_Google_repairs_silently(string hex, string reason)
    {
        var bytes = Convert.FromHexString(hex);
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Scalars>(bytes)).Message.ShouldContain(reason);
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Scalars>(Segments.Of(bytes, 1)));
        Should.NotThrow(() => Exported.Scalars.Parser.ParseFrom(bytes));
    }

    [Theory]
    [InlineData("520B0880808080808080808001", "a Timestamp of -9223372036854775808 s")]
    [InlineData("620B0880808080808080808001", "a Duration of -9223372036854775808 s")]
    [InlineData("52061080A8D6B907", "a Timestamp of 0 s and 2000000000 ns")]
    [InlineData("520B10FFFFFFFFFFFFFFFFFF01", "a Timestamp of 0 s and -1 ns")]
    [InlineData("620D080110FFFFFFFFFFFFFFFFFF01", "a Duration of 1 s and -1 ns")]
    public void A_time_out_of_range_is_refused(string hex, string reason) =>
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Optionals>(Convert.FromHexString(hex))).Message.ShouldContain(
            reason);

    [Theory]
    [InlineData("08AC02", "the value 300 is outside of 0 to 255")]
    [InlineData("28AC02", "the value 300 is outside of 0 to 255")]
    [InlineData("108001", "the value 128 is outside of -128 to 127")]
    public void A_value_that_the_contract_s_type_does_not_hold_is_refused(string hex, string reason) =>
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Narrow>(Convert.FromHexString(hex))).Message.ShouldContain(
            reason);

    [Fact]
    public void A_packed_list_with_half_an_element_is_refused() =>
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Lists>(Convert.FromHexString("2203010203")))
            .Message.ShouldContain("a packed list has 3 bytes, no multiple of the 8");

    [Fact]
    public void The_offset_is_that_of_the_outermost_message_across_segments()
    {
        var bytes = Convert.FromHexString("0801" + "1A0410017205");
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Positional>(bytes)).Offset.ShouldBe(bytes.Length);
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Positional>(Segments.Of(bytes, 1))).Offset.ShouldBe(
            bytes.Length);
    }

    [Fact]
    public void A_message_over_the_limit_is_refused_before_it_is_read()
    {
        var bytes = ContractSerializer.ToArray(new Scalars { Text = "12345678" });
        bytes.Length.ShouldBe(10);
        ContractSerializer.Read<Scalars>(bytes, new ContractReadOptions { MaxMessageSize = 10 }).Text.ShouldBe("12345678");
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Scalars>(
            bytes, new ContractReadOptions { MaxMessageSize = 9 }))
            .Message.ShouldBe("The message has 10 bytes; at most 9 are accepted (ContractReadOptions.MaxMessageSize).");
    }
}
