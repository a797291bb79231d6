using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>A planted service, and its address. A test owns it.</summary>
internal sealed class PlantedService : IAsyncDisposable
{
    private readonly PlantStage _stage = new();

    private PlantedService()
    {
    }

    /// <summary>Its address.</summary>
    public string Address { get; private set; } = "";

    /// <summary>Starts one, which sees two processors.</summary>
    public static async Task<PlantedService> StartAsync(string name)
    {
        var service = new PlantedService();
        service.Address = await service._stage.StartDotnetAsync("service", name);
        return service;
    }

    /// <summary>Stops it where it is; nothing answers any more.</summary>
    public Task FreezeAsync() => _stage.FreezeAsync();

    public ValueTask DisposeAsync() => _stage.DisposeAsync();
}
