using System.Diagnostics;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Processes that have no descriptor left (EMFILE): calls fail with the reason, open connections are served, and nothing
/// ends.</summary>
public sealed class DescriptorTests
{
    private const int Limit = 256;

    private static readonly TimeSpan ToRun = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task A_host_without_descriptors_serves_open_connections_and_accepts_again_when_there_are_some()
    {
        await using var host = await HostProcess.StartLimitedAsync(Limit);
        await using var witness = await Witness.StartAsync(host.Address);
        List<RawConnection> held = [];

        // What the host does not accept waits in its backlog.
        for (var i = 0; i < 2 * Limit; i++)
        {
            held.Add(await ConnectAsync(host.Address));
        }

        await Eventually.HoldsAsync(() => host.DescriptorCount >= Limit - 1, "the host has no descriptor left");
        await held[0].ServedAsync();
        await witness.ServedAsync();

        held.ForEach(peer => peer.Dispose());
        using var late = await ConnectAsync(host.Address);
        await late.ServedAsync();
        await witness.ServedAsync();
    }

    [Fact]
    public async Task A_client_without_descriptors_fails_its_calls_with_the_reason_and_connects_once_there_are_some()
    {
        Requires.Present(TestPrerequisites.Linux);
        await using var host = await Stack.Native.StartAsync();
        var program = Path.Combine(AppContext.BaseDirectory, "fathom-starved-pool.dll");
        var process = await ChildProcess.RunAsync(
            new ProcessStartInfo("sh",
                ["-c", $"ulimit -n {Limit}; exec dotnet \"$0\" descriptors \"$1\"", program, host.Address.ToString()])
            {
                // Two event loops, the second of which is created while there are no descriptors.
                Environment = { ["DOTNET_PROCESSOR_COUNT"] = "4" },
            },
            ToRun);

        process.Output.Trim().Split('\n').ShouldBe(
        [
            "before: answered",
            "without, no event loop: IOException with the reason", "without, new connection: Unavailable with the reason",
            "without, no event loop: IOException with the reason", "without, a name: Unavailable with the reason",
            "without, open connection: answered",
            "after, new connection: answered", "after, a name: answered", "after, another event loop: answered",
        ], process.Errors);
    }
}
