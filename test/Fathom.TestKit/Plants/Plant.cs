using Fathom.Lab.Causes.MethodWaits;
using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results;

namespace Fathom.TestKit.Plants;

/// <summary>A service or program with one known cause of slowness, or a healthy one, and how <c>fathom doctor</c> examines it.</summary>
/// <param name="Name">Its name, unique in <see cref="PlantCatalog"/>.</param>
/// <param name="Stack">The library it runs on.</param>
/// <param name="StartAsync">Starts what it needs; returns the arguments of <c>fathom doctor</c>.</param>
public sealed record Plant(string Name, string Stack, Func<PlantStage, Task<string[]>> StartAsync)
{
    /// <summary>The cause that must be first; null where none may be.</summary>
    public string? Cause { get; init; }

    /// <summary>What the cause must be: proven where the doctor can make the change that proves it, else a hint.</summary>
    public FindingKind Kind { get; init; }

    /// <summary>The variable whose change alone must prove it; null where any may.</summary>
    public string? Proof { get; init; }

    /// <summary>Whether a formula must predict the time that was compared.</summary>
    public bool HasFormula { get; init; }

    /// <summary>What the machine must have.</summary>
    public IReadOnlyList<Prerequisite> Needs { get; init; } = [];

    /// <summary>Whether nothing of gRPC's is to be repaired: no finding may be named.</summary>
    public bool IsHealthy => Cause is null or MethodWaitsCause.Name;
}
