namespace Fathom.Studies.Running.Published;

/// <summary>What came of the attempt to publish something: a file, or a sentence about why there is none.</summary>
public abstract record PublishOutcome
{
    private PublishOutcome()
    {
    }

    /// <summary>It is there.</summary>
    /// <param name="File">Full path: a program, or a library.</param>
    public sealed record Available(string File) : PublishOutcome;

    /// <summary>It is not.</summary>
    /// <param name="Reason">A sentence for terminal, record and page. It names no path, user or machine.</param>
    public sealed record Unavailable(string Reason) : PublishOutcome;
}
