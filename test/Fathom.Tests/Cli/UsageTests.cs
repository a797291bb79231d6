namespace Fathom.Tests.Cli;

/// <summary>Bad input: exit 2, with the name, the value, what is accepted, and what may have been meant. The texts are frozen
/// here.</summary>
public class UsageTests
{
    [Theory]
    [InlineData(
        "run chanels", "STUDY: 'chanels' is not a study; did you mean 'channels'? (accepted: channels, lag, compression, mediator, tree)")]
    [InlineData(
        "run channels --profil quick",
            "run: '--profil' is not a flag; did you mean '--profile'? (accepted: --profile, --seed, --out, -o, --level, --output, --quiet, "
                + "-q, --verbose, -v, --config, --help)")]
    [InlineData(
        "run --sed=4",
            "run: '--sed' is not a flag; did you mean '--seed'? (accepted: --profile, --seed, --out, -o, --level, --output, --quiet, "
                + "-q, --verbose, -v, --config, --help)")]
    [InlineData("run --profile fulll", "--profile: 'fulll' is not a profile; did you mean 'full'? (accepted: quick, full)")]
    [InlineData("run --profile turbo", "--profile: 'turbo' is not a profile (accepted: quick, full)")]
    [InlineData("run --seed -1", "--seed: '-1' is not a whole number from 0 to 2147483647")]
    [InlineData("run --seed 1.5", "--seed: '1.5' is not a whole number from 0 to 2147483647")]
    [InlineData("run --level call", "--level: 'call' is not of the form FACTOR=LEVEL[,LEVEL], such as call=async")]
    [InlineData(
        "rnu",
            "'rnu' is not a command; did you mean 'run'? (accepted: doctor, load, call, list, describe, compare, merge, link, check, run, "
                + "serve, report, proto, mediator)")]
    [InlineData(
        "",
            "a command is missing (accepted: doctor, load, call, list, describe, compare, merge, link, check, run, serve, report, "
                + "proto, mediator); see 'fathom --help'")]
    [InlineData("doctor", "doctor: what to examine is missing; accepted: a program after '--' (fathom doctor -- dotnet "
        + "MyLoadTest.dll), --pid N, or a service with --call SERVICE/METHOD")]
    [InlineData("doctor localhost:5001", "doctor: 'localhost:5001' is not expected here; a program follows '--', as in: fathom doctor -- "
        + "localhost:5001; a service needs --call SERVICE/METHOD")]
    [InlineData("doctor --call a.B/C", "--call: it is for one service, whose address goes before the flags, as in: fathom doctor "
        + "localhost:5001 --call my.Shop/Find; accepted beside it is no program")]
    [InlineData("doctor --pid 0", "--pid: '0' is not a whole number from 1 to 2147483647")]
    [InlineData("doctor --budget 60 --pid 1", "--budget: '60' is not a time; accepted: a number with a unit (ns from 100, us, ms, s, m, "
        + "h), such as 250ms, 10s or 1h30m, more than 0")]
    [InlineData("call h:1 a.B/C -d {} -d {}",
        "--data: it is given 2 times; accepted: once, with the messages of a stream as an array or one a line")]
    [InlineData("load h:1 --call a.B/C -c 1 -c 2", "--concurrency: it is given 2 times; accepted: once")]
    [InlineData("proto", "proto: a command is missing (accepted: export); see 'fathom proto --help'")]
    [InlineData("proto export", "ASSEMBLY is missing; see 'fathom proto export --help'")]
    [InlineData("proto exprot", "proto: 'exprot' is not a command; did you mean 'export'? (accepted: export)")]
    [InlineData(
        "proto export x.dll --outt=y",
            "proto export: '--outt' is not a flag; did you mean '--out'? (accepted: --out, -o, --config, --help)")]
    [InlineData("run --profile", "--profile: a value is missing; accepted: quick|full")]
    public async Task Bad_input_is_refused_with_what_is_accepted(string arguments, string message)
    {
        var (exitCode, output, error) = await CommandLine.RunAsync(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        exitCode.ShouldBe(2);
        output.ShouldBeEmpty();
        error.ShouldBe("fathom: " + message + Environment.NewLine);
    }

    [Fact]
    public async Task Bytes_of_a_reply_are_not_written_to_a_terminal()
    {
        var (exitCode, output, error) = await CommandLine.RunAsync(
            ["call", "http://h:1", "a.B/C", "--data-format", "binary"], terminal: true);
        (exitCode, output).ShouldBe((2, ""));
        error.ShouldStartWith("fathom: --data-format: a reply in binary is no text for a terminal; accepted: ");
    }

    [Fact]
    public async Task Every_fault_of_a_plan_is_named_at_once()
    {
        var (exitCode, _, error) = await CommandLine.RunAsync(["run", "--level", "call=sideways", "--level", "colour=red"]);
        exitCode.ShouldBe(2);
        error.ShouldContain("factor 'call' has no level 'sideways' in this profile; accepted: blocking, get-result, async");
        error.ShouldContain("there is no factor 'colour'");
    }

    [Fact]
    public async Task A_level_that_one_study_has_is_no_fault_of_another_with_a_factor_of_its_name()
    {
        var (_, _, error) = await CommandLine.RunAsync(
            ["run", "channels", "mediator", "--level", "channel=reused", "--level", "channel=sideways"]);
        error.ShouldNotContain("'reused'");
        error.ShouldContain("factor 'channel' has no level 'sideways' in this profile; accepted: new, reused");
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_exit_3_before_anything_is_measured()
    {
        var file = Path.GetTempFileName();
        try
        {
            var (exitCode, output, error) = await CommandLine.RunAsync(["run", "channels", "--out", Path.Combine(file, "below-a-file")]);
            exitCode.ShouldBe(3);
            output.ShouldBeEmpty();
            error.ShouldContain("the output folder cannot be written");
            error.ShouldContain("--out DIR");
            error.ShouldNotContain("block 1");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData("FATHOM_PROFILE", "fast", "FATHOM_PROFILE: 'fast' is not a profile (accepted: quick, full)")]
    [InlineData("FATHOM_RUN_QUIET", "yes", "FATHOM_RUN_QUIET: 'yes' is not true or false (accepted: true, false)")]
    public async Task The_environment_is_checked_like_the_command_line(string variable, string value, string message)
    {
        var (exitCode, _, error) = await CommandLine.RunAsync(["run"], new() { [variable] = value });
        exitCode.ShouldBe(2);
        error.ShouldBe("fathom: " + message + Environment.NewLine);
    }

    [Fact]
    public async Task A_record_that_is_not_there_is_named()
    {
        var (exitCode, _, error) = await CommandLine.RunAsync(["report", "nowhere.json"]);
        exitCode.ShouldBe(2);
        error.ShouldContain("nowhere.json");
        error.ShouldContain("a record that 'fathom run' wrote");
    }
}
