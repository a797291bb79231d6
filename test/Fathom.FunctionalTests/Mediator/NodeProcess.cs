using System.Globalization;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>A node in a process of its own. A test owns it; disposing it kills it.</summary>
internal sealed class NodeProcess : IDisposable
{
    private static readonly string Program = Path.Combine(
        Repository.Root, "artifacts", "bin", "Fathom.MediatorNode", FathomProcess.Configuration, "Fathom.MediatorNode.dll");

    private readonly ChildProcess _process;

    private NodeProcess(ChildProcess process) => _process = process;

    /// <summary>Everything it has written so far, errors last.</summary>
    public IReadOnlyList<string> Lines => [.. _process.Lines, .. _process.Errors.Split('\n', StringSplitOptions.RemoveEmptyEntries)];

    /// <summary>The notifications it has handled so far, in order.</summary>
    public IReadOnlyList<int> Bings => Numbers("bing ");

    /// <summary>The notifications it has tried to publish so far, in order.</summary>
    public IReadOnlyList<int> Tried => [.. Numbers("published ").Concat(Numbers("failed ")).Order()];

    /// <summary>The notifications it has published to all.</summary>
    public IReadOnlyList<int> Published => Numbers("published ");

    public static NodeProcess Start(string name, int port, IEnumerable<(string Name, int Port)> remotes) => new(
        ChildProcess.Start("dotnet", ["exec", Program, name, $"{port}", .. remotes.Select(r => $"{r.Name}={r.Port}")]));

    public Task ListensAsync() => Eventually.HoldsAsync(() => _process.Lines.Contains("listens"), "a node listens");

    public Task PublishAsync(int number) => _process.WriteLineAsync(number.ToString(CultureInfo.InvariantCulture));

    /// <summary>Ends it at once, and waits until nothing more comes from it.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.ExitAsync(TimeSpan.FromMinutes(1));
    }

    public void Dispose() => _process.Dispose();

    private List<int> Numbers(string what) =>
        [.. _process.Lines.Where(l => l.StartsWith(what, StringComparison.Ordinal))
            .Select(l => int.Parse(l[what.Length..].Split(':')[0], CultureInfo.InvariantCulture))];
}
