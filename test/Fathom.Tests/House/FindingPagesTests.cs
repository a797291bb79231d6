using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Diagnosis.Causes.MessageTooLarge;
using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.TestKit;
using static System.FormattableString;
using static Fathom.Tests.House.DocsPage;

namespace Fathom.Tests.House;

/// <summary>Figures in the pages of findings are those of their causes.</summary>
public partial class FindingPagesTests
{
    [Fact]
    public void The_waits_of_blocked_callers_are_those_of_the_model()
    {
        var page = Page("docs/findings/thread-pool-starvation.md");
        var waits = Wait().Matches(page);
        waits.Count.ShouldBe(4);
        foreach (Match wait in waits)
        {
            (ThreadInjectionModel.MillisecondsUntilAllRun(50, int.Parse(wait.Groups[2].Value, CultureInfo.InvariantCulture)) / 1000)
                .ShouldBe(double.Parse(wait.Groups[1].Value, CultureInfo.InvariantCulture), wait.Value);
        }

        ThreadInjectionModel.MillisecondsUntilAllRun(50, 25).ShouldBe(0);
        page.ShouldContain("from 25 on");
    }

    [Fact]
    public void The_thresholds_of_causes_are_on_their_pages()
    {
        Says("docs/findings/compression-misuse.md", Invariant($"savings below {Constant("CompressionMisuse", "MinSavings")} %"));
        Says("docs/findings/message-too-large.md", Invariant($"rejects messages over {MessageTooLargeCause.DefaultLimit / (1 << 20)} MiB"));
        Says("docs/findings/per-call-window-ramp.md",
            $"at least {Word(Constant("PerCallWindowRamp", "MinRoundTrips"))} round trips");
        Says("docs/findings/slow-start.md", $"{Word(Constant("SlowStart", "FirstFlight"))} packets in flight",
            $"at least {Word(Constant("SlowStart", "MinGrowing"))} times in a row");
        Says("docs/findings/stop-and-wait-sender.md", Invariant($"{100 * Constant("StopAndWaitSender", "MaxFraming")} % of framing"),
            $"{Word(10 * Constant("StopAndWaitSender", "MinOneByOne"))} of ten segments",
            Invariant($"RTO = RTT + {1000 * Constant("StopAndWaitSender", "MinRtoVariance")} ms"));
        Says("docs/findings/stream-window-bound-download.md",
            Invariant($"within {100 * Constant("StreamWindowBoundDownload", "Tolerance")} %"));
        Says("docs/findings/ping-round-trips.md",
            $"{Word(Constant("PingRoundTrips", "Burst", "ClientPings"))} in a row, then one every "
                + $"{Word(Constant("PingRoundTrips", "SecondsBetween", "ClientPings"))} seconds");
    }

    // Private to the cause: read from its source.
    private static double Constant(string cause, string name, string? type = null)
    {
        var source = File.ReadAllText(Repository.PathOf($"src/Fathom.Diagnosis/Causes/{cause}/{type ?? cause + "Cause"}.cs"));
        var value = Regex.Match(source, $@"const (?:double|int) {name} = ([\d.]+);").Groups[1].Value;
        value.ShouldNotBeEmpty($"{cause}: {name}");
        return double.Parse(value, CultureInfo.InvariantCulture);
    }

    private static string Word(double number) =>
        new[] { "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" }[(int)Math.Round(number)];

    [GeneratedRegex(@"(\d+(?:\.\d+)?) s on (\d+)")]
    private static partial Regex Wait();
}
