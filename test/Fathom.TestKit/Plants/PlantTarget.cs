namespace Fathom.TestKit.Plants;

/// <summary>Arguments of <c>fathom doctor</c> for a service of <c>plant.proto</c>.</summary>
public static class PlantTarget
{
    /// <summary>Flags for a service without reflection.</summary>
    public static IReadOnlyList<string> Proto { get; } = ["--proto", Repository.PathOf("test/Fathom.Plants/plant.proto")];

    /// <summary>Examines a method of it.</summary>
    public static string[] Of(string address, string method, IReadOnlyList<string> flags) =>
        [address, "--call", $"fathom.plants.Plant/{method}", .. flags];
}
