using Fathom.Records.Reports.Html;

namespace Fathom.Tests.Records.Reports.Html;

public sealed class HtmlWriterTests
{
    private readonly HtmlWriter _html = new();

    [Theory]
    [InlineData("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;")]
    [InlineData("a\nb\tc", "a\nb\tc")]
    [InlineData("\0\r\u001b[2J\u007f", "\u2400\u240d\u241b[2J\u2421")]
    [InlineData("\u0085\u2028\u202e\u2066\u200f", "[U+0085][U+2028][U+202E][U+2066][U+200F]")]
    public void Text_and_attributes_are_escaped_and_show_what_cannot_be_seen(string text, string escaped)
    {
        _html.Element("p", text, ("title", text));
        _html.Finish().ShouldBe($"<p title=\"{escaped}\">{escaped}</p>");
    }

    [Fact]
    public void Half_a_surrogate_pair_becomes_the_replacement_character()
    {
        // Not as InlineData: attributes are stored as UTF-8, which cannot hold it.
        _html.Text("\ud83d\ude00\ud83d");
        _html.Finish().ShouldBe("\ud83d\ude00\ufffd");
    }

    [Theory]
    [InlineData("p onclick")]
    [InlineData("")]
    [InlineData("a>b")]
    public void A_name_that_is_none_is_refused(string name)
    {
        Should.Throw<ArgumentException>(() => _html.Element(name, ""));
        Should.Throw<ArgumentException>(() => _html.Element("p", "", (name, "")));
    }

    [Fact]
    public void A_page_with_an_open_element_is_not_finished()
    {
        _html.Tag("p");
        Should.Throw<InvalidOperationException>(_html.Finish).Message.ShouldContain("p");
    }

    [Fact]
    public void Only_what_has_no_end_tag_is_written_without() => Should.Throw<ArgumentException>(() => _html.Empty("script"));

    [Fact]
    public void A_style_sheet_cannot_leave_its_element() => Should.Throw<ArgumentException>(() => _html.Style("</style>"));
}
