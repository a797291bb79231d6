using Fathom.Records.Loads;
using Fathom.Records.Reports.Loads;
using Fathom.Tests.Records.Changes;

namespace Fathom.Tests.Records.Reports.Loads;

/// <summary>The page of a run of load.</summary>
public sealed class LoadReportTests
{
    [Fact]
    public void Rate_and_latencies_stand_above_the_pictures()
    {
        var record = SyntheticLoads.Of(5, _ => (100, 0, 1_000, 2_000));
        var page = LoadReport.Write(record with
        {
            Figures = new Dictionary<string, LoadFigureValue>
            {
                ["latency_p99"] = new(29_412.7, "us"), ["rate"] = new(2_000.4, "1/s"), ["lag_p99"] = new(20, "us"),
            },
        });
        var head = page[..page.IndexOf("<figure>", StringComparison.Ordinal)];
        head.ShouldContain("<dt>Rate</dt><dd><b><span data-v=\"2000.4\" class=\"v\">2,000 a second</span></b></dd>");
        head.ShouldContain("<dt>99 % within</dt><dd><b><span data-v=\"29412.7\" class=\"v\">29.4 ms</span></b></dd>");
        head.ShouldNotContain("lag");
    }
}
