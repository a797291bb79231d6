using Fathom.Records.Reports.Svg;

namespace Fathom.Tests.Records.Reports.Svg;

/// <summary>Labels of axes in drawings of both sizes.</summary>
public class AxisLabelsTests
{
    private const string Long = "speed of compressing, in the server, 10^6 bytes a second, logarithmic";

    [Theory]
    [InlineData(760, 1)]
    [InlineData(328, 2)]
    public void A_label_that_is_wider_than_the_drawing_has_several_lines_that_fit(double width, int lines)
    {
        var labels = AxisLabels.Of(Long, Long, width, width - 44);

        labels.YLines.Count.ShouldBe(lines);
        string.Join(' ', labels.XLines).ShouldBe(Long);
        labels.XLines.ShouldAllBe(l => Canvas.TextWidth(l) <= width - 44);
        labels.YLines.ShouldAllBe(l => Canvas.TextWidth(l) <= width - 4);
    }

    [Fact]
    public void Every_further_line_takes_room_from_the_chart()
    {
        var (narrow, wide) = (AxisLabels.Of(Long, Long, 328, 284), AxisLabels.Of(Long, Long, 760, 716));

        narrow.Top.ShouldBe(wide.Top + (14 * (narrow.YLines.Count - 1)));
        narrow.Bottom.ShouldBe(wide.Bottom + (14 * (narrow.XLines.Count - 1)));
    }
}
