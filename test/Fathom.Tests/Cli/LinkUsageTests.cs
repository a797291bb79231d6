namespace Fathom.Tests.Cli;

/// <summary>What <c>fathom link</c> refuses before it makes anything: exit 2, with the flag, the value and what is accepted. The texts are
/// frozen here.</summary>
public class LinkUsageTests
{
    private const string Loss = "0% to 100%, with the sign, such as 2%, or ge:TO_BAD,TO_GOOD[,LOSS_IN_BAD[,LOSS_IN_GOOD]] with TO_GOOD "
        + "above 0%, such as ge:1%,25%";

    [Theory]
    [InlineData("--loss 120% -- true", $"--loss: '120%' is not accepted; accepted: {Loss}")]
    [InlineData("--down-loss 120% -- true", $"--down-loss: '120%' is not accepted; accepted: {Loss}")]
    [InlineData(
        "--delay -5ms -- true",
            "--delay: '-5ms' is not accepted; accepted: a number with a unit (ns from 100, us, ms, s, m, h), such as 250ms, 10s or 1h30m, "
            + "at most 1h")]
    [InlineData(
        "--rate 10 -- true",
            "--rate: '10' is not accepted; accepted: a number above 0 with a unit (bit, kbit, mbit, gbit), such as 10mbit")]
    [InlineData("--listen 70000 -- true", "--listen: '70000' is not accepted; accepted: a whole number from 0 to 65535")]
    [InlineData(
        "--to localhost -- true",
            "--to: 'localhost' is not accepted; accepted: HOST:PORT with a port from 1 to 65535, such as localhost:5000 or [::1]:5000")]
    [InlineData(
        "--preset wfi -- true",
            "--preset: 'wfi' is not a preset; did you mean 'wifi'? (accepted: wifi, 4g, "
                + "3g, edge, dsl, lossy-wifi, satellite, transatlantic, study-1)")]
    [InlineData("--mode rely -- true", "--mode: 'rely' is not a mode; did you mean 'relay'? (accepted: packets, relay)")]
    [InlineData(
        "--up-jitter-kind norml -- true",
            "--up-jitter-kind: 'norml' is not a kind of jitter; did you mean 'normal'? (accepted: none, uniform, normal, pareto)")]
    [InlineData("--ip 5 -- true", "--ip: '5' is not an IP version (accepted: 4, 6)")]
    [InlineData("--shell -- true", "--shell: a shell or a command is accepted, not both (the command is 'true')")]
    [InlineData(
        "true -x",
            "link: '-x' is not a flag (accepted: --preset, --delay, --jitter, --jitter-kind, --reorder, --loss, --duplicate, --corrupt, "
                + "--path-mtu, --rate, --trace, --queue, --break, --mtu, --ip, --congestion, --mode, --listen, --to, --capture, --seed, "
                + "--tun-node, --reach, --keep-network, --control, --shell, --output, --quiet, -q, --config, --help)")]
    [InlineData("true", "link: 'true' is not expected here; a command follows '--', as in: fathom link --delay 50ms -- true")]
    [InlineData(
        "", "link: nothing is behind the link; add -- COMMAND, --shell, or --listen PORT and --to HOST:PORT (see 'fathom link --help')")]
    [InlineData("--listen 0", "--listen: nothing is at the far end; add --to HOST:PORT, -- COMMAND, or --shell")]
    [InlineData("--to localhost:1", "--to: nothing is at the near end; add --listen PORT, -- COMMAND, or --shell")]
    [InlineData("--listen 0 --to localhost:1 -- true",
        "COMMAND: 'true' has no end to run at: --listen takes the near one and --to the far one; leave out one of them, or the command")]
    [InlineData("--mode relay --listen 0 --to localhost:1 -- true",
        "COMMAND: 'true' has no end to run at: --mode relay has none; leave out the command, or --mode relay")]
    [InlineData("--mode relay --listen 0 --to localhost:1 --loss 1%",
        "--loss: '1%' is not accepted; accepted: delay, jitter, rate and break with --mode relay, which has no packets")]
    public async Task Bad_input_is_refused_with_what_is_accepted(string arguments, string message)
    {
        var (exitCode, output, error) = await RunAsync(arguments);
        exitCode.ShouldBe(2);
        output.ShouldBeEmpty();
        error.ShouldBe("fathom: " + message + Environment.NewLine);
    }

    [Fact]
    public async Task A_hidden_flag_may_be_meant_and_is_not_listed()
    {
        var error = (await RunAsync("--dwon-loss 2% -- true")).Error;
        error.ShouldStartWith("fathom: link: '--dwon-loss' is not a flag; did you mean '--down-loss'? (accepted: --preset, --delay, ");
        error.ShouldNotContain("--up-");
    }

    [Fact]
    public async Task A_value_is_refused_where_it_was_written()
    {
        var (_, _, error) = await CommandLine.RunAsync(
            ["link", "--", "true"], new() { ["FATHOM_UP_DELAY"] = "soon", ["FATHOM_PRESET"] = "wifi" });
        error.ShouldStartWith("fathom: FATHOM_UP_DELAY: 'soon' is not accepted; accepted: ");
        (_, _, error) = await CommandLine.RunAsync(["link", "--", "true"], new() { ["FATHOM_PRESET"] = "moon" });
        error.ShouldStartWith("fathom: FATHOM_PRESET: 'moon' is not a preset");
    }

    [Fact]
    public async Task A_command_s_own_flags_are_not_ours()
    {
        // --config and --loss belong to the command; what is refused comes before them.
        (await RunAsync("--loss 120% -- curl --config x.yml --loss 7")).Error.ShouldStartWith("fathom: --loss: '120%'");
    }

    [Fact]
    public async Task Help_names_the_forms_every_flag_and_who_sees_whose_acknowledgements()
    {
        var (exitCode, help, _) = await RunAsync("--help");
        exitCode.ShouldBe(0);
        foreach (var words in new[]
        {
            "--to localhost:5001", "-- python3 -m http.server", "--shell", "FATHOM_LINK_NEAR", "FATHOM_LINK_FAR", "acknowledgements",
                "--up-delay", "--down-loss", "--capture",
            "RFC 2488", "grpc-dotnet/issues/1971",
        })
        {
            help.ShouldContain(words);
        }
    }

    private static Task<(int ExitCode, string Out, string Error)> RunAsync(string arguments) =>
        CommandLine.RunAsync(["link", .. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
}
