namespace Fathom.TestKit.Plants;

/// <summary>A plant cannot run on this machine, which only an attempt shows.</summary>
/// <param name="what">What is missing.</param>
public sealed class PlantMissingException(string what) : Exception($"needs {what}");
