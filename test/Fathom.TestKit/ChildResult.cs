namespace Fathom.TestKit;

/// <summary>A program that has ended.</summary>
/// <param name="ExitCode">What it ended with; <see cref="NotStarted"/> where there is no such program.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Errors">Its standard error, or why it could not be started.</param>
public sealed record ChildResult(int ExitCode, string Output, string Errors)
{
    /// <summary>The exit code of a program that could not be started.</summary>
    public const int NotStarted = -1;
}
