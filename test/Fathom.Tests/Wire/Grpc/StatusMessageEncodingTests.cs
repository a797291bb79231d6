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
