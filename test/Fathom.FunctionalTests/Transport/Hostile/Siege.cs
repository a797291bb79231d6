namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>A host in a process of its own under attack, with a client that behaves beside it.</summary>
internal static class Siege
{
    /// <summary>What a host under attack may have resident, in bytes.</summary>
    public const long MostResidentBytes = 200_000_000;

    /// <summary>Runs an attack; the host must serve its other connection all the while and after, and keep its memory.</summary>
    public static Task RunAsync(Func<HostProcess, Task> attack, params IEnumerable<string> arguments) =>
        RunAsync(processors: null, attack, arguments);

    /// <summary>The same against a host that takes the machine for one with this many processors.</summary>
    public static async Task RunAsync(int? processors, Func<HostProcess, Task> attack, params IEnumerable<string> arguments)
    {
        await using var host = await HostProcess.StartAsync(processors, arguments);
        await using (var witness = await Witness.StartAsync(host.Address))
        {
            await attack(host);
            await witness.ServedAsync();
        }

        host.PeakResidentBytes.ShouldBeLessThan(MostResidentBytes);
    }
}
