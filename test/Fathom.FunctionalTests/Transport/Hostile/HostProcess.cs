using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>The native host in a process of its own. Disposing it ends the process.</summary>
internal sealed class HostProcess : IAsyncDisposable
{
    private static readonly SubjectTimeouts Timeouts =
        new() { ToStart = TimeSpan.FromSeconds(120), ToEnd = TimeSpan.FromSeconds(120) };

    private readonly SubjectProcess _process;
    private readonly ConcurrentQueue<string> _said;

    private HostProcess(SubjectProcess process, Uri address, ConcurrentQueue<string> said) =>
        (_process, Address, _said) = (process, address, said);

    public Uri Address { get; }

    /// <summary>The peak of its resident memory, in bytes (man 5 proc: VmHWM).</summary>
    public long PeakResidentBytes => PeakOf(_process.Id);

    /// <summary>Its open descriptors.</summary>
    public int DescriptorCount => Directory.GetFileSystemEntries($"/proc/{_process.Id}/fd").Length;

    public static Task<HostProcess> StartAsync(params IEnumerable<string> arguments) => StartAsync(processors: null, arguments);

    /// <summary>Starts it as on a machine with this many processors: two for each event loop.</summary>
    public static async Task<HostProcess> StartAsync(int? processors, params IEnumerable<string> arguments)
    {
        Requires.Present(TestPrerequisites.Linux);
        var program = Path.Combine(AppContext.BaseDirectory, "fathom-native.dll");
        var start = new ProcessStartInfo("dotnet", [program, "--port", "0", .. arguments]);
        if (processors is { } count)
        {
            start.Environment["DOTNET_PROCESSOR_COUNT"] = count.ToString("X", CultureInfo.InvariantCulture);
        }

        return await StartAsync(start);
    }

    /// <summary>Starts it with a limit of open descriptors.</summary>
    public static Task<HostProcess> StartLimitedAsync(int descriptors)
    {
        Requires.Present(TestPrerequisites.Linux);
        var program = Path.Combine(AppContext.BaseDirectory, "fathom-native.dll");
        return StartAsync(new ProcessStartInfo("sh", ["-c", $"ulimit -n {descriptors}; exec dotnet \"$0\" --port 0", program]));
    }

    /// <summary>Starts it with a heap of this many MiB.</summary>
    public static Task<HostProcess> StartInHeapAsync(int mebibytes)
    {
        Requires.Present(TestPrerequisites.Linux);
        var program = Path.Combine(AppContext.BaseDirectory, "fathom-native.dll");
        return StartAsync(new ProcessStartInfo("dotnet", [program, "--port", "0"]), mebibytes);
    }

    /// <summary>Limits its heap: what it holds must fit, and whenever the collector runs the peak is not much more.</summary>
    public static ProcessStartInfo WithHeapLimit(ProcessStartInfo start, int mebibytes = 128)
    {
        start.Environment["DOTNET_GCHeapHardLimit"] = (mebibytes << 20).ToString("X", CultureInfo.InvariantCulture);
        return start;
    }

    /// <summary>The peak of a process's resident memory, in bytes.</summary>
    public static long PeakOf(int process) => 1024 * long.Parse(
        File.ReadLines($"/proc/{process}/status").First(line => line.StartsWith("VmHWM:", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
        CultureInfo.InvariantCulture);

    /// <summary>Forgets what it has said and the peak of its memory so far.</summary>
    public void BeginAnew()
    {
        _said.Clear();

        // The peak is what is resident now (man 5 proc: clear_refs).
        File.WriteAllText($"/proc/{_process.Id}/clear_refs", "5");
    }

    /// <summary>Waits until its standard error has this, for example why a connection ended: it arrives independently of what a peer
    /// sees.</summary>
    public Task SaysAsync(string what) => Eventually.HoldsAsync(
        () => _said.Any(line => line.Contains(what, StringComparison.Ordinal)),
        $"the host says '{what}'; it said: {_process.StandardError}");

    public ValueTask DisposeAsync() => _process.DisposeAsync();

    private static async Task<HostProcess> StartAsync(ProcessStartInfo start, int mebibytes = 128)
    {
        // All of its lines: the process itself keeps the last 40.
        var said = new ConcurrentQueue<string>();
        var process = SubjectProcess.Start("server", WithHeapLimit(start, mebibytes), Timeouts, said.Enqueue);
        return new HostProcess(process, new Uri((await process.ReadyAsync()).Address!), said);
    }
}
