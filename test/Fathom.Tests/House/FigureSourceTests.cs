using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>Every figure in the README and on the pages of findings is from a committed result, decided by the code, or computed from such
/// figures.</summary>
public class FigureSourceTests
{
    public static TheoryData<string> Pages =>
        [.. Directory.GetFiles(Repository.PathOf("docs/findings"), "*.md").Order().Prepend(Repository.PathOf("README.md"))
            .Select(f => Path.GetRelativePath(Repository.Root, f))];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Every_figure_has_a_source_that_gives_it(string path)
    {
        var page = File.ReadAllText(Repository.PathOf(path));
        var (figures, sources) = (PageFigures.In(page), PageFigures.SourcesIn(page));
        figures.Except(sources.Select(s => s.Figure)).ShouldBeEmpty(
            $"{path}: these have no source; add a line FIGURE | SOURCE to its comment '<!-- figures'");
        sources.Select(s => s.Figure).Except(figures).ShouldBeEmpty($"{path}: these stand in its comment and no longer in its text");
        sources.Select(s => s.Source.Fault(s.Figure) is { } fault ? $"{s.Figure}: {fault}" : null).OfType<string>().ShouldBeEmpty(path);
    }

    [Theory]
    [InlineData("It took 9.93 s, 9 to 15 seconds, [38 ms](x/40 ms.md).\n```\n7 ms\n```\n<!-- 8 ms -->", "9.93 s|9 to 15 seconds|38 ms")]
    [InlineData("> 51 threads on 2\n> processors, 162, 190 and 196 MB/s", "51 threads|2 processors|162, 190 and 196 MB/s")]
    [InlineData("runtime#54 s, v1.2 ms, RFC 9113", "")]
    public void Figures_are_numbers_with_a_unit_outside_of_code(string page, string figures) =>
        string.Join('|', PageFigures.In(page)).ShouldBe(figures);

    [Theory]
    [InlineData("9.94 s", "bench/results/channels.json /findings/0/claim", "9.94 is not in: ")]
    [InlineData("1 s", "bench/results/channels.json /none", "nothing is at ")]
    [InlineData("1 s", "measured by hand", "is no source; accepted: ")]
    [InlineData("2 %", "README.md: no such words", "README.md does not contain: ")]
    [InlineData("4 %", "= 100 * 1500 / 1448 - 100.9", "4 is not in: ")]
    public void A_source_that_does_not_give_its_figure_says_why(string figure, string source, string fault) =>
        new FigureSource(source).Fault(figure).ShouldNotBeNull().ShouldContain(fault);

    [Theory]
    [InlineData("6.22 s", "bench/results/channels.json /findings/0/model/measured")]
    [InlineData("9 to 15 seconds", "bench/results/channels.json /tables/0/rows/0/cells/2/published")]
    [InlineData("48.3 Mbit/s", "= 50 * 1448 / 1500")]
    public void A_figure_is_rounded_to_the_digits_that_it_shows(string figure, string source) =>
        new FigureSource(source).Fault(figure).ShouldBeNull();
}
