using Fathom.TestKit;

namespace Fathom.Tests.Cli.Loads;

/// <summary>Bad input to <c>fathom load</c>: exit 2 or 3, what was found, what is accepted or to do.</summary>
public class LoadUsageTests
{
    [Theory]
    [InlineData("", "TARGET is missing; see 'fathom load --help'")]
    [InlineData("localhost:1", "--call is missing: the method to call, such as --call fathom.echo.Echo/Unary")]
    [InlineData("localhost --call a.B/C",
        "TARGET: 'localhost' is not an address; accepted: host:port, http://host:port (no TLS), https://host:port, unix:PATH")]
    [InlineData("ftp://h:1 --call a.B/C",
        "TARGET: 'ftp://h:1' is not an address; accepted: host:port, http://host:port (no TLS), https://host:port, unix:PATH")]
    [InlineData("http://h:1/x --call a.B/C",
        "TARGET: 'http://h:1/x' is not an address; accepted: host:port, http://host:port (no TLS), https://host:port, unix:PATH")]
    [InlineData("https://h:1 --plaintext --call a.B/C",
        "--plaintext: there is no TLS with it; leave it out, or leave out https:// and the flags of TLS")]
    [InlineData("h:1 --call Unary", "--call: 'Unary' is not a method; accepted: package.Service/Method")]
    [InlineData("h:1 --call a.B/C/D", "--call: 'a.B/C/D' is not a method; accepted: package.Service/Method")]
    [InlineData("h:1 --call a.B/C -n 0", "--total: '0' is not a whole number above 0")]
    [InlineData("h:1 --call a.B/C -c none", "--concurrency: 'none' is not a whole number from 1 to 1000000")]
    [InlineData("h:1 --call a.B/C -z 10",
        "--duration: '10' is not a duration above zero; accepted: a number with a unit (ns from 100, us, ms, s, m, h), such as 250ms, "
        + "10s or 1h30m")]
    [InlineData("h:1 --call a.B/C -r fast", "--rps: 'fast' has no rate; accepted: calls per second, such as 1000 or 0.5/s")]
    [InlineData("h:1 --call a.B/C -r 0", "--rps: '0' is no rate of calls; accepted: above 0")]
    [InlineData("h:1 --call a.B/C --stage 10s", "--stage: '10s' is not of the form TIME:RATE, such as 30s:100")]
    [InlineData("h:1 --call a.B/C --stage 10s:0",
        "--stage: '10s:0' have no calls; accepted: at least one stage with a time and a rate above 0")]
    [InlineData("h:1 --call a.B/C --shard 3/2", "--shard: '3/2' is not of the form I/N with I from 1 to N, such as 1/4")]
    [InlineData("h:1 --call a.B/C --start-at noon", "--start-at: 'noon' is not a time in UTC, such as 2026-01-31T12:00:00Z")]
    [InlineData("h:1 --call a.B/C --channel rused",
        "--channel: 'rused' is not a channel; did you mean 'reused'? (accepted: reused, new, per-call)")]
    [InlineData("h:1 --call a.B/C -H broken", "--metadata: 'broken' is not of the form 'NAME: VALUE'")]
    [InlineData("http://h:1 --call a.B/C --insecure",
        "TARGET: 'http://h:1' is without TLS; with --insecure, --cacert, --cert, --key or --servername it is https")]
    [InlineData("h:1 --call a.B/C --cert x.pem",
        "--cert: a client certificate needs both --cert and --key, or is a .pfx with both in it")]
    [InlineData("h:1 --call a.B/C --find-capacity",
        "--find-capacity: a threshold is missing that the rate must hold; set one, such as --threshold 'p99<20ms'")]
    [InlineData("h:1 --mix C:1,D:2", "--mix: 'C' is a method without its service; accepted: package.Service/C, or the service in --call")]
    [InlineData("h:1 --call a.B --mix C:0", "--mix: 'C:0' has no weight; accepted: METHOD:N with a whole number of 1 or more")]
    [InlineData("h:1 --call a.B --mix C,a.B/C:2", "--mix: a.B/C is there twice; accepted: each method once")]
    [InlineData("h:1 --call a.B --mix C:9000,D:1001",
        "--mix: 'C:9000,D:1001' is no mix; accepted: METHOD:WEIGHT,METHOD:WEIGHT with weights of at most 10,000 together")]
    [InlineData("h:1 --call a.B --mix C --mix-data D={}", "--mix-data: 'D' is not a method of --mix (accepted: C)")]
    [InlineData("h:1 --call a.B --mix C --mix-data {}",
        "--mix-data: '{}' is not of the form METHOD=DATA, such as 'Buy={\"item\": 7}'")]
    [InlineData("h:1 --call a.B/C --mix-data C={}", "--mix-data: it is for --mix, which is missing")]
    [InlineData("h:1 --call a.B --mix C,D --data @",
        "--data: standard input is read once, by one method; give the others of --mix theirs with --mix-data METHOD=DATA")]
    [InlineData("h:1 --call a.B --mix C --check {}", "--check: it is for one method; leave it out, or --mix")]
    [InlineData("h:1 --call a.B/C -H x:{{uid}}", "--metadata: '{{uid}}' is not a template; did you mean 'uuid'? (accepted: {{n}}, "
        + "{{uuid}}, {{random 1 100}}, {{now}}, {{choice red|green}}, {{env NAME}}, {{file PATH}}, {{base64 PATH}})")]
    [InlineData("h:1 --call a.B/C --find-capacity --output junit",
        "--output: 'junit' is a form of one run; accepted with --find-capacity: summary")]
    [InlineData("h:1 --call a.B/C -d text --data-format binary",
        "--data: 'text' is text, and --data-format is binary; accepted: @FILE, @ for standard input, or --data-format json, "
            + "base64 or hex")]
    [InlineData("https://h:1 --call a.B/C -d 00 --data-format hex --stream-for 1s",
        "--stream-for: a.B/C is unary; accepted: methods that stream, or --deadline")]
    [InlineData("h:1 --call a.B/C --accept-status NotFoud", "--accept-status: 'NotFoud' is not a status; did you mean 'NotFound'? "
        + "(accepted: Cancelled, Unknown, InvalidArgument, DeadlineExceeded, NotFound, AlreadyExists, PermissionDenied, ResourceExhausted, "
        + "FailedPrecondition, Aborted, OutOfRange, Unimplemented, Internal, Unavailable, DataLoss, Unauthenticated)")]
    [InlineData("h:1 --call a.B/C -d zz --data-format hex", "--data: the data is not hex; accepted: hex, or another --data-format")]
    public async Task Bad_input_is_refused_with_what_is_accepted(string arguments, string message)
    {
        var (exitCode, output, error) = await CommandLine.RunAsync(
            ["load", .. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
        (exitCode, output).ShouldBe((2, ""));
        error.ShouldBe($"fathom: {message}{Environment.NewLine}");
    }

    [Theory]
    [InlineData("p99<20")]
    [InlineData("latency<20ms")]
    public async Task A_threshold_that_does_not_parse_is_refused_with_the_form(string threshold)
    {
        var (exitCode, _, error) = await CommandLine.RunAsync(["load", "h:1", "--call", "a.B/C", "--threshold", threshold]);
        exitCode.ShouldBe(2);
        error.ShouldStartWith($"fathom: --threshold: '{threshold}' is not a threshold; accepted: FIGURE<VALUE");
    }

    [Fact]
    public async Task Data_that_begins_with_an_at_sign_is_a_file()
    {
        var (exitCode, _, error) = await CommandLine.RunAsync(
            ["load", "h:1", "--call", "a.B/C", "--data-format", "binary", "-d", "@nowhere.bin"]);
        exitCode.ShouldBe(2);
        error.ShouldStartWith("fathom: --data: 'nowhere.bin' cannot be read:");
    }

    [Theory]
    [InlineData("json", "cannot be reached: ")]
    [InlineData("binary", "the target cannot be reached: Connection refused (ConnectionRefused); check address and port")]
    public async Task A_target_that_is_not_there_is_exit_3_with_what_to_do(string format, string message)
    {
        var (exitCode, output, error) = await CommandLine.RunAsync(
            ["load", $"http://127.0.0.1:{FreePort.Next()}", "--call", "a.B/C", "--data-format", format, "-q"]);
        (exitCode, output).ShouldBe((3, ""));
        error.ShouldContain(message);
    }
}
