using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>A node in a process of its own. A test owns it; disposing it kills it.</summary>
internal sealed class NodeProcess : IDisposable
{
    private static readonly string Program = Path.Combine(AppContext.BaseDirectory, "subjects", "mediator-node", "Fathom.MediatorNode.dll");

    private readonly ConcurrentQueue<string> _lines = new();
    private readonly Process _process;

    private NodeProcess(Process process)
    {
        _process = process;
        process.OutputDataReceived += (_, line) => _lines.Enqueue(line.Data ?? "ended");
        process.ErrorDataReceived += (_, line) => _lines.Enqueue($"error {line.Data}");
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    /// <summary>All it has said so far.</summary>
    public IReadOnlyList<string> Lines => [.. _lines];

    /// <summary>What it has handled so far, in order.</summary>
    public IReadOnlyList<int> Bings => Numbers("bing ");

    /// <summary>What it was told to publish and is done with so far, in order.</summary>
    public IReadOnlyList<int> Tried => [.. Numbers("published ").Concat(Numbers("failed ")).Order()];

    /// <summary>What it has published to all.</summary>
    public IReadOnlyList<int> Published => Numbers("published ");

    public static NodeProcess Start(string name, int port, IEnumerable<(string Name, int Port)> remotes)
    {
        var info = new ProcessStartInfo("dotnet", ["exec", Program, name, $"{port}", .. remotes.Select(r => $"{r.Name}={r.Port}")])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        return new NodeProcess(Process.Start(info)!);
    }

    public Task ListensAsync() => Eventually.HoldsAsync(() => _lines.Contains("listens"), "a node listens");

    public void Publish(int number)
    {
        _process.StandardInput.WriteLine(number);
        _process.StandardInput.Flush();
    }

    /// <summary>Ends it at once, and waits until nothing more comes from it.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
    }

    public void Dispose()
    {
        _process.Kill();
        _process.Dispose();
    }

    private List<int> Numbers(string what) =>
        [.. _lines.Where(l => l.StartsWith(what, StringComparison.Ordinal))
            .Select(l => int.Parse(l[what.Length..].Split(':')[0], CultureInfo.InvariantCulture))];
}
