namespace Fathom.Cli;

/// <summary>What <c>fathom</c> ends with.</summary>
internal static class ExitCode
{
    public const int Done = 0;

    /// <summary>It ran, and a threshold or check did not hold, or a part could not be measured.</summary>
    public const int NotHeld = 1;

    public const int Usage = 2;

    /// <summary>Something needed is missing on this machine.</summary>
    public const int Missing = 3;

    public const int Interrupted = 130;
}
