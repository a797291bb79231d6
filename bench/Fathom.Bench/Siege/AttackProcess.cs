using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace Fathom.Bench.Siege;

/// <summary>The attackers, in a process of their own on one core, so that they take nothing of the host and of the honest client but what
/// the system gives them. Disposing it ends them. They share the core of the honest client, and have the lowest priority there: with its
/// priority, their work was most of its latency (p99 442 ms, while the host's core was idle for two thirds of the time).</summary>
internal sealed class AttackProcess : IDisposable
{
    // A step of 39 reaches the lowest priority from any.
    private const int LowestPriority = 39;

    private readonly Process _process;

    private AttackProcess(Process process) => _process = process;

    /// <summary>Starts it on a core.</summary>
    public static AttackProcess Start(int core, Uri host) => new(Process.Start(new ProcessStartInfo(
        "nice", ["-n", $"{LowestPriority}", "taskset", "-c", $"{core}", "dotnet", typeof(AttackProcess).Assembly.Location, "siege-attack",
            $"{host.Port}"])
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
    })!);

    /// <summary>The child's own work: attacks until its input ends, and prints how many connections it made.</summary>
    public static async Task RunAsync(string port)
    {
        using var end = new CancellationTokenSource();
        var host = new IPEndPoint(IPAddress.Loopback, int.Parse(port, CultureInfo.InvariantCulture));
        var attacks = Attacker.All(host).Select(attacker => attacker.RunAsync(end.Token)).ToList();
        await Console.In.ReadToEndAsync();
        await end.CancelAsync();
        await Task.WhenAll(attacks);
        Console.WriteLine(Attacker.Connections);
    }

    /// <summary>Ends the attacks.</summary>
    /// <returns>Connections made.</returns>
    public int End()
    {
        _process.StandardInput.Close();
        var connections = int.Parse(_process.StandardOutput.ReadLine() ?? throw new InvalidOperationException(
            "The process of the attackers ended without its count: see its standard error."), CultureInfo.InvariantCulture);
        _process.WaitForExit();
        return connections;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _process.Dispose();
    }
}
