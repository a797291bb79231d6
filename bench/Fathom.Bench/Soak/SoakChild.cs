using System.Diagnostics;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Bench.Soak;

/// <summary>A child process of a soak run, this program with another verb. Disposing it ends the process.</summary>
internal sealed class SoakChild : IAsyncDisposable
{
    // Compiled in tiers, the runtime holds 1.5 to 7 MB for seconds at a time wherever methods become hot, in the last rounds of a short run
    // on a slow machine: 4.0 to 6.5 MB without a leak, and 2.13 to 2.16 MB in every round of 20 seconds without tiers.
    private const string Tiers = "DOTNET_TieredCompilation";
    private const string Off = "0";

    private static readonly SubjectTimeouts Timeouts = new() { ToStart = TimeSpan.FromMinutes(2), ToEnd = TimeSpan.FromMinutes(2) };

    private readonly SubjectProcess _process;

    private SoakChild(SubjectProcess process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    public static async Task<SoakChild> StartAsync(params IEnumerable<string> arguments)
    {
        var process = SubjectProcess.Start(
            "server", new ProcessStartInfo("dotnet", [typeof(SoakChild).Assembly.Location, .. arguments]), Timeouts,
                Console.Error.WriteLine);
        return new SoakChild(process, new Uri((await process.ReadyAsync()).Address!));
    }

    /// <summary>Whether this process, and so its children, compiles each method once.</summary>
    public static bool CompilesOnce => Environment.GetEnvironmentVariable(Tiers) == Off;

    /// <summary>Runs this program once more, so that it <see cref="CompilesOnce"/>.</summary>
    /// <returns>Its exit code.</returns>
    public static async Task<int> RunOnceMoreAsync(IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo("dotnet", [typeof(SoakChild).Assembly.Location, .. arguments])
        {
            Environment = { [Tiers] = Off },
        };
        using var process = Process.Start(start)!;
        await process.WaitForExitAsync();
        return process.ExitCode;
    }

    /// <summary>Sends a command and reads the numbers of its reply.</summary>
    public async Task<IReadOnlyDictionary<string, double>> AskAsync(string command) =>
        (await _process.AskAsync(command, TimeSpan.FromMinutes(2))).Values;

    public ValueTask DisposeAsync() => _process.DisposeAsync();
}
