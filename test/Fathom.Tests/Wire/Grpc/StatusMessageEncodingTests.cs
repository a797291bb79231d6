using Fathom.Wire.Grpc;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Grpc;

public class StatusMessageEncodingTests
{
    [Theory]
    [InlineData("plain text ~", "plain text ~")]
    [InlineData("100%", "100%25")]
    [InlineData("line\nbreak\t", "line%0Abreak%09")]
    [InlineData("é€😀", "%C3%A9%E2%82%AC%F0%9F%98%80")]
    [InlineData("", "")]
    public void A_detail_is_encoded_as_the_specification_says_and_read_back(string detail, string encoded)
    {
        StatusMessageEncoding.Encode(detail).ShouldBe(encoded);
        StatusMessageEncoding.Decode(encoded).ShouldBe(detail);
    }

    [Theory]
    [InlineData("1234567890", 10, "1234567890")]
    [InlineData("12345678901", 10, "1234567...")]
    [InlineData("12345\n", 8, "12345%0A")]
    [InlineData("123456\n", 8, "12345...")]
    [InlineData("€€", 17, "%E2%82%AC...")]
    [InlineData("1€", 9, "1...")]
    public void A_detail_that_is_too_long_is_cut_between_two_characters(string detail, int maxLength, string encoded) =>
        StatusMessageEncoding.Encode(detail, maxLength).ShouldBe(encoded);

    [Theory]
    [InlineData("%", "%")]
    [InlineData("%4", "%4")]
    [InlineData("%zz%41", "%zzA")]
    [InlineData("a%%41", "a%A")]
    [InlineData("%FF", "\uFFFD")]
    [InlineData("%e2%82%ac", "€")]
    public void What_is_not_percent_encoding_is_kept(string encoded, string expected) =>
        StatusMessageEncoding.Decode(encoded).ShouldBe(expected);

    [Fact]
    public void Any_text_is_sent_as_printable_ASCII_and_read_back() =>
        Prop.ForAll<NonNull<string>>(text =>
        {
            var detail = string.Concat(text.Get.EnumerateRunes());
            var encoded = StatusMessageEncoding.Encode(detail);
            return encoded.All(c => c is >= ' ' and <= '~') && StatusMessageEncoding.Decode(encoded) == detail;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Any_text_is_decoded_without_an_exception() =>
        Prop.ForAll<NonNull<string>>(text => StatusMessageEncoding.Decode("%" + text.Get + "%C3") is not null)
            .QuickCheckThrowOnFailure();
}
