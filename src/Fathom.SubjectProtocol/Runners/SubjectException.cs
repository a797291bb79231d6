namespace Fathom.SubjectProtocol.Runners;

/// <summary>A subject did not do its part.</summary>
/// <param name="side">Which process: <c>server</c>, <c>client</c>, or <c>runner</c> where neither is at fault.</param>
/// <param name="stage">What was under way: <c>start</c>, <c>run</c>, <c>report</c> or <c>stop</c>.</param>
/// <param name="message">What happened, with what was expected.</param>
/// <param name="standardError">The end of the process's standard error, or empty.</param>
/// <param name="exitCode">The code the process ended with; null where it did not end by itself.</param>
public sealed class SubjectException(string side, string stage, string message, string standardError = "", int? exitCode = null)
    : Exception(message)
{
    /// <summary>Which process: <c>server</c>, <c>client</c> or <c>runner</c>.</summary>
    public string Side { get; } = side;

    /// <summary>What was under way: <c>start</c>, <c>run</c>, <c>report</c> or <c>stop</c>.</summary>
    public string Stage { get; } = stage;

    /// <summary>The end of its standard error.</summary>
    public string StandardError { get; } = standardError;

    /// <summary>The code the process ended with; null where it did not end by itself.</summary>
    public int? ExitCode { get; } = exitCode;
}
