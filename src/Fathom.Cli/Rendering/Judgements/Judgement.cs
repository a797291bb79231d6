namespace Fathom.Cli.Rendering.Judgements;

/// <summary>What a command judged, for systems of continuous integration.</summary>
/// <param name="Command">The command: <c>load</c>.</param>
/// <param name="Subject">What was judged, in a few words.</param>
/// <param name="Answer">The answer in one or two sentences; empty for none beside the cases.</param>
/// <param name="Cases">What was judged, each.</param>
/// <param name="Lines">What else a summary shows, each with its label.</param>
internal sealed record Judgement(
    string Command, string Subject, string Answer, IReadOnlyList<JudgedCase> Cases, IReadOnlyList<(string Label, string Text)> Lines)
{
    /// <summary>When it began; null where nothing was measured.</summary>
    public DateTimeOffset? Started { get; init; }

    /// <summary>How long it took, seconds.</summary>
    public double Seconds { get; init; }

    /// <summary>The number of cases of a fate.</summary>
    public int Count(CaseFate fate) => Cases.Count(c => c.Fate == fate);
}

/// <summary>One thing that was judged.</summary>
/// <param name="Name">What must hold: a threshold as it was written, the id of a cause, the name of a figure.</param>
/// <param name="Fate">What became of it.</param>
/// <param name="Text">What was found.</param>
internal sealed record JudgedCase(string Name, CaseFate Fate, string Text)
{
    /// <summary>A case that holds or fails.</summary>
    public static JudgedCase Of(string name, bool holds, string text) => new(name, holds ? CaseFate.Passed : CaseFate.Failed, text);
}

/// <summary>What became of a case, in JUnit's words.</summary>
internal enum CaseFate
{
    /// <summary>It holds.</summary>
    Passed,

    /// <summary>It does not hold.</summary>
    Failed,

    /// <summary>It was not decided.</summary>
    Skipped,

    /// <summary>It could not be measured.</summary>
    Error,
}
