namespace Fathom.TestKit;

/// <summary>
/// How often laws are tried. <c>dotnet test</c> tries each of them often enough to see it broken and soon enough to wait for;
/// <c>FATHOM_THOROUGH=1</c>, which <c>.ci/run</c> sets, tries more, and <c>FATHOM_THOROUGH=nightly</c>, which <c>bench/nightly</c> sets,
/// tries all.
/// </summary>
public static class Thorough
{
    private static readonly string? Level = Environment.GetEnvironmentVariable("FATHOM_THOROUGH");

    /// <summary>True where all repetitions are wanted, however long they take.</summary>
    public static bool IsNightly { get; } = Level == "nightly";

    /// <summary>True where more repetitions are wanted than everybody waits for.</summary>
    public static bool IsOn { get; } = IsNightly || Level == "1";

    /// <summary>How many repetitions.</summary>
    /// <param name="quick">As many as everybody waits for.</param>
    /// <param name="full">As many as <c>.ci/run</c> has time for; at night, too.</param>
    public static int Count(int quick, int full) => IsOn ? full : quick;

    /// <summary>How many repetitions.</summary>
    /// <param name="quick">As many as everybody waits for.</param>
    /// <param name="full">As many as <c>.ci/run</c> has time for.</param>
    /// <param name="nightly">As many as there are.</param>
    public static int Count(int quick, int full, int nightly) => IsNightly ? nightly : Count(quick, full);
}
