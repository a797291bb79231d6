using System.Diagnostics;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Bench.Soak;

/// <summary>A child process of a soak run, this program with another verb. Disposing it ends the process.</summary>
internal sealed class SoakChild : IAsyncDisposable
{
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

    /// <summary>Sends a command and reads the numbers of its reply.</summary>
    public async Task<IReadOnlyDictionary<string, double>> AskAsync(string command) =>
        (await _process.AskAsync(command, TimeSpan.FromMinutes(2))).Values;

    public ValueTask DisposeAsync() => _process.DisposeAsync();
}
