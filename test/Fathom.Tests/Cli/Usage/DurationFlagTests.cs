namespace Fathom.Tests.Cli.Usage;

/// <summary>Times on the command line: what is none is refused with what is accepted.</summary>
public class DurationFlagTests
{
    private const string OfCall = "is not a duration of 1us to 8760h, such as 10s; units are ns, us, ms, s, m and h";
    private const string OfConnection = "is not a duration of 1ms to 24h, such as 5s; units are ns, us, ms, s, m and h";
    private const string OfLink =
        "is not accepted; accepted: a number with a unit (ns from 100, us, ms, s, m, h), such as 250ms, 10s or 1h30m, at most 1h";
    private const string OfLoad =
        "is not a duration above zero; accepted: a number with a unit (ns from 100, us, ms, s, m, h), such as 250ms, 10s or 1h30m";

    [Theory]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "5", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "-5s", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "0", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "0s", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "1d", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "30m1h", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "1 h", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "1,5s", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "9000h", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --deadline", "9999999999999999h", OfCall)]
    [InlineData("call http://127.0.0.1:1 a.B/C --connect-timeout", "25h", OfConnection)]
    [InlineData("load http://127.0.0.1:1 --call a.B/C --deadline", "5", OfLoad)]
    [InlineData("load http://127.0.0.1:1 --call a.B/C --deadline", "-5s", OfLoad)]
    [InlineData("load http://127.0.0.1:1 --call a.B/C -z", "0s", OfLoad)]
    [InlineData("load http://127.0.0.1:1 --call a.B/C -z", "50ns", OfLoad)]
    [InlineData("load http://127.0.0.1:1 --call a.B/C --stage", "50ns:5", OfLoad)]
    [InlineData("link --delay", "50ns", OfLink)]
    public async Task What_is_no_time_is_refused_with_what_is_accepted(string line, string value, string accepted)
    {
        var run = await CommandLine.RunAsync([.. line.Split(' '), value]);

        run.Error.ShouldEndWith($": '{value}' {accepted}\n");
        run.ExitCode.ShouldBe(2);
    }
}
