namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>A host in a process of its own under one attack after the other, with a client that behaves beside it. The tests of a class
/// share it; the first one starts it.</summary>
public sealed class Siege : IAsyncDisposable
{
    /// <summary>What a host under attack may have resident, in bytes.</summary>
    public const long MostResidentBytes = 200_000_000;

    private HostProcess? _host;

    /// <summary>Runs an attack on a host of its own, with these arguments.</summary>
    internal static Task RunAsync(Func<HostProcess, Task> attack, params IEnumerable<string> arguments) =>
        RunAsync(processors: null, attack, arguments);

    /// <summary>The same against a host that takes the machine for one with this many processors.</summary>
    internal static async Task RunAsync(int? processors, Func<HostProcess, Task> attack, params IEnumerable<string> arguments)
    {
        await using var host = await HostProcess.StartAsync(processors, arguments);
        await RunAsync(host, attack);
    }

    /// <summary>The same against a host whose heap has this many MiB.</summary>
    internal static async Task RunInHeapAsync(int mebibytes, Func<HostProcess, Task> attack)
    {
        await using var host = await HostProcess.StartInHeapAsync(mebibytes);
        await RunAsync(host, attack);
    }

    /// <summary>Runs an attack; the host must serve its other connection all the while and after, and keep its memory.</summary>
    internal async Task OfAsync(Func<HostProcess, Task> attack)
    {
        _host ??= await HostProcess.StartAsync();
        _host.BeginAnew();
        await RunAsync(_host, attack);
    }

    public ValueTask DisposeAsync() => _host?.DisposeAsync() ?? ValueTask.CompletedTask;

    private static async Task RunAsync(HostProcess host, Func<HostProcess, Task> attack)
    {
        await using (var witness = await Witness.StartAsync(host.Address))
        {
            await attack(host);
            await witness.ServedAsync();
        }

        host.PeakResidentBytes.ShouldBeLessThan(MostResidentBytes);
    }
}
