using Fathom.Wire.Grpc;

namespace Fathom.Tests.Wire.Grpc;

/// <summary>Text of a peer cannot drive a terminal or forge a line of a log.</summary>
public class PrintableTextTests
{
    [Theory]
    [InlineData("all is well: 20 % of 3 € and 漢字", "all is well: 20 % of 3 € and 漢字")]
    [InlineData("\u001b[2Jgone", "?[2Jgone")]
    [InlineData("two\nlines\tand a tab", "two\nlines\tand a tab")]
    [InlineData("two\r\nlines", "two\r\nlines")]
    [InlineData("over\rwritten", "over?written")]
    [InlineData("a\u202egpj.exe", "a?gpj.exe")]
    [InlineData("nul\0 del\u007f csi\u009b", "nul? del? csi?")]
    public void Control_characters_and_reversals_are_replaced(string text, string printable) => PrintableText.Of(text).ShouldBe(printable);

    [Fact]
    public void One_line_is_one_line_and_no_longer_than_asked() =>
        PrintableText.OneLine("one\ntwo three", 7).ShouldBe("one?two...");
}
