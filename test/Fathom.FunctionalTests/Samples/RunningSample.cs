using System.Diagnostics;

namespace Fathom.FunctionalTests.Samples;

/// <summary>The published sample, serving; ended with SIGTERM, and by force where that does not end it.</summary>
internal sealed class RunningSample : IAsyncDisposable
{
    private const string Listening = "listening on ";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;

    private RunningSample(Process process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    public static async Task<RunningSample> ServeAsync(string program)
    {
        var process = Process.Start(new ProcessStartInfo(program, ["serve"]) { RedirectStandardOutput = true })!;
        try
        {
            var line = await process.StandardOutput.ReadLineAsync().WaitAsync(Patience);
            line.ShouldNotBeNull().ShouldStartWith(Listening);
            return new RunningSample(process, new Uri(line[Listening.Length..]));
        }
        catch
        {
            process.Kill();
            process.Dispose();
            throw;
        }
    }

    /// <summary>Asks it to end, and waits until it has: its exit code.</summary>
    public async Task<int> EndAsync()
    {
        using var kill = Process.Start("kill", ["-TERM", $"{_process.Id}"])!;
        await kill.WaitForExitAsync();
        await _process.WaitForExitAsync().WaitAsync(Patience);
        return _process.ExitCode;
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
            await _process.WaitForExitAsync();
        }

        _process.Dispose();
    }
}
