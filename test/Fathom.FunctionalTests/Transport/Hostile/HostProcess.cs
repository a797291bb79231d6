using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>The native host in a process of its own. Disposing it ends the process.</summary>
internal sealed class HostProcess : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private readonly Process _process;
    private readonly ConcurrentQueue<string> _errors = new();

    private HostProcess(Process process) => _process = process;

    public Uri Address { get; private set; } = null!;

    private string Errors => string.Join('\n', _errors);

    /// <summary>The most memory it has had resident at a time, in bytes (man 5 proc: VmHWM).</summary>
    public long PeakResidentBytes => 1024 * long.Parse(
        File.ReadLines($"/proc/{_process.Id}/status").First(line => line.StartsWith("VmHWM:", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
        CultureInfo.InvariantCulture);

    public static async Task<HostProcess> StartAsync(params IEnumerable<string> arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Resident memory is read from /proc, which only Linux has.");
        var process = new Process
        {
            StartInfo = new ProcessStartInfo("dotnet",
                [Path.Combine(AppContext.BaseDirectory, "fathom-native.dll"), "--port", "0", .. arguments])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            },
        };
        var host = new HostProcess(process);
        process.ErrorDataReceived += (_, e) => host._errors.Enqueue(e.Data ?? "");
        process.Start();
        process.BeginErrorReadLine();
        var ready = await process.StandardOutput.ReadLineAsync().WaitAsync(Patience);
        ready.ShouldNotBeNull("the host ended before it was ready");
        host.Address = new Uri(JsonDocument.Parse(ready).RootElement.GetProperty("address").GetString()!);
        return host;
    }

    /// <summary>Waits until it has said so, why a connection ended for one; what it says comes another way than what a peer sees of
    /// it.</summary>
    public Task SaysAsync(string what) => Eventually.HoldsAsync(
        () => Errors.Contains(what, StringComparison.Ordinal), $"the host says '{what}'; it said: {Errors}");

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        try
        {
            await _process.WaitForExitAsync().WaitAsync(Patience);
        }
        catch (TimeoutException)
        {
            _process.Kill();
        }

        _process.Dispose();
    }
}
