namespace Fathom.TestKit;

/// <summary>
/// How often laws are tried. <c>dotnet test</c> tries each of them often enough to see it broken and soon enough to wait for;
/// <c>FATHOM_THOROUGH=1</c>, which <c>.ci/run</c> sets, tries all.
/// </summary>
public static class Thorough
{
    /// <summary>True where every repetition is wanted.</summary>
    public static bool IsOn { get; } = Environment.GetEnvironmentVariable("FATHOM_THOROUGH") == "1";

    /// <summary>How many repetitions.</summary>
    /// <param name="quick">As many as everybody waits for.</param>
    /// <param name="full">As many as there are.</param>
    public static int Count(int quick, int full) => IsOn ? full : quick;
}
