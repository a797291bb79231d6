namespace Fathom.Lab.Running;

/// <summary>A subject did not do its part; says which, at what, and what it wrote to standard error.</summary>
internal sealed class SubjectException(string side, string stage, string message, string standardError) : Exception(message)
{
    /// <summary><c>server</c> or <c>client</c>.</summary>
    public string Side { get; } = side;

    /// <summary><c>start</c>, <c>run</c>, <c>report</c> or <c>stop</c>.</summary>
    public string Stage { get; } = stage;

    /// <summary>The end of its standard error.</summary>
    public string StandardError { get; } = standardError;
}
