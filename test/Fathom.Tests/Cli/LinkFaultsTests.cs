namespace Fathom.Tests.Cli;

/// <summary>Faults that the library finds in a link are named as the user wrote them, together with those of the text.</summary>
public class LinkFaultsTests
{
    [Theory]
    [InlineData("--delay 5ms --jitter 6ms -- true",
        "--jitter: '6ms' is not accepted; accepted: with uniform jitter at most the delay (5ms): a packet cannot leave before it came")]
    [InlineData("--queue 64k -- true",
        "--queue: '64k' is not accepted; accepted: a queue only with --rate or --trace: without them nothing ever waits")]
    [InlineData("--mode relay --listen 0 --to localhost:1 --up-loss 1%",
        "--up-loss: '1%' is not accepted; accepted: delay, jitter, rate and break with --mode relay, which has no packets")]
    public async Task A_fault_has_the_flag_and_the_value_that_were_written(string arguments, string message) =>
        (await RunAsync(arguments)).ShouldBe("fathom: " + message + Environment.NewLine);

    [Fact]
    public async Task Every_fault_is_named_at_once()
    {
        var error = await RunAsync("--loss 120% --rate fast --queue 64k --mtu 9 --up-jitter 3 --up-queue full --down-delay 2h "
            + "--down-duplicate 1 --down-path-mtu 100 --down-trace /there/is/none --congestion a.b --to localhost --seed x --reach a "
            + "-- true");
        error.Split(Environment.NewLine).Count(line => line.Contains("is not accepted", StringComparison.Ordinal)).ShouldBe(13, error);
        foreach (var start in new[]
        {
            "--loss: '120%'", "--rate: 'fast'", "--mtu: '9'", "--up-jitter: '3'", "--up-queue: 'full'", "--down-delay: '2h'",
            "--down-duplicate: '1'", "--down-path-mtu: '100'", "--down-trace: '/there/is/none'", "--congestion: 'a.b'",
            "--to: 'localhost'", "--seed: 'x'", "--reach: 'a'",
        })
        {
            error.ShouldContain(start);
        }
    }

    private static async Task<string> RunAsync(string arguments) => (await CommandLine.RunAsync(["link", .. arguments.Split(' ')])).Error;
}
