namespace Fathom.TestKit.Plants;

/// <summary>All plants, each declared once: the functional tests and the bench <c>doctor</c> read it.</summary>
public static class PlantCatalog
{
    /// <summary>Those at the far end of a link, which their packets cross.</summary>
    public static IReadOnlyList<Plant> OfPaths => PathPlants.All;

    /// <summary>All of them.</summary>
    public static IReadOnlyList<Plant> All { get; } =
        [.. ServicePlants.All, .. ProgramPlants.All, .. ProcessPlants.All, .. ForeignPlants.All, .. PathPlants.All];

    /// <summary>The plant of a name.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static Plant Find(string name) => All.FirstOrDefault(p => p.Name == name)
        ?? throw new ArgumentException($"'{name}' is no plant. Plants are: {string.Join(", ", All.Select(p => p.Name))}.");
}
