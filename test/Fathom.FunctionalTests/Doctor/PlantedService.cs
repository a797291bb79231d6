using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>A planted service, and its address. A test owns it.</summary>
internal sealed class PlantedService : IAsyncDisposable
{
    private readonly ChildProcess _process;

    private PlantedService(ChildProcess process) => _process = process;

    /// <summary>Its address.</summary>
    public string Address => _process.Lines[0];

    /// <summary>Starts one, which sees two processors.</summary>
    public static async Task<PlantedService> StartAsync(string name)
    {
        var process = ChildProcess.Start("env", "DOTNET_PROCESSOR_COUNT=2", SubjectCatalog.DotnetHost, "exec", Examination.Plants,
            "service", name);
        await Eventually.HoldsAsync(() => process.Lines.Count > 0, $"the address of {name}");
        return new PlantedService(process);
    }

    public ValueTask DisposeAsync() => _process.DisposeAsync();
}
