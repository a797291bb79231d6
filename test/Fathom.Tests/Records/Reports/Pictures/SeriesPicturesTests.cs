using Fathom.Records.Reports;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Pictures;
using Fathom.Records;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Reports.Pictures;

public class SeriesPicturesTests
{
    [Fact]
    public void What_lies_far_apart_is_drawn_on_a_logarithmic_scale()
    {
        Page(100, 20_000).ShouldContain("messages a second, logarithmic; 0 at its foot");
        Page(100, 200).ShouldNotContain("logarithmic");
    }

    [Fact]
    public void A_line_that_is_at_nought_most_of_the_time_counts_by_what_it_rises_to()
    {
        Page([[0, 0], [100, 0], [200, 80]], 20_000).ShouldContain("logarithmic");
        Page([[0, 0], [100, 0], [200, 10_000]], 20_000).ShouldNotContain("logarithmic");
    }

    [Fact]
    public void Nothing_at_all_is_no_reason_for_it() => Page(0, 0).ShouldNotContain("logarithmic");

    private static string Page(double slow, double fast) => Page(Rising(slow), fast);

    private static string Page(IReadOnlyList<double[]> first, double others)
    {
        var record = SyntheticRecords.Small();
        var html = new HtmlWriter();
        SeriesPictures.Write(html, new ReportStudy(record
            with { Trials = [.. record.Trials.Select(
                (t, i) => t with { Series = [new Series("messages_per_second", "", 1, i == 0 ? first : Rising(others))] })] }, "s"));
        return html.Finish();
    }

    // Nothing is answered in the first tenth of a second.
    private static double[][] Rising(double perSecond) => [[0, 0], [100, perSecond], [200, perSecond]];
}
