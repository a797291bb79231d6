namespace Fathom.TestKit.Worlds;

/// <summary>What an examination says of a world.</summary>
/// <param name="Causes">The causes that it names; none where it names none.</param>
/// <param name="IsProven">Whether it says that one is found, in place of that it is what is left.</param>
/// <param name="IsHealthy">Whether it says that nothing is wrong.</param>
/// <param name="Seconds">How long it took, in virtual time.</param>
/// <param name="Log">What was read and what became of each rival, a line each.</param>
public sealed record WorldVerdict(
    IReadOnlyList<string> Causes, bool IsProven, bool IsHealthy, double Seconds, IReadOnlyList<string> Log)
{
    /// <summary>The causes, or that there is none.</summary>
    public string Text => IsHealthy ? "healthy" : Causes.Count == 0 ? "nothing found" : string.Join(" or ", Causes);
}
