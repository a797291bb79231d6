using Fathom.Records.Schemas;

namespace Fathom.Records;

/// <summary>The exception for a run record or its folder that cannot be used. The message contains the file, up to ten problems and the
/// remedy.</summary>
public sealed class RunRecordException : Exception
{
    private const int MaxShown = 10;

    /// <summary>Creates an exception.</summary>
    /// <param name="file">The file or folder.</param>
    /// <param name="what">What is wrong with it.</param>
    /// <param name="remedy">What to do.</param>
    /// <param name="problems">The single problems; null for none.</param>
    /// <param name="inner">The cause, or null.</param>
    public RunRecordException(
        string file, string what, string remedy, IReadOnlyList<RecordProblem>? problems = null, Exception? inner = null)
        : base(Compose(file, what, remedy, problems ?? []), inner)
    {
        File = file;
        Problems = problems ?? [];
    }

    /// <summary>The file or folder.</summary>
    public string File { get; }

    /// <summary>All problems; can be empty.</summary>
    public IReadOnlyList<RecordProblem> Problems { get; }

    private static string Compose(string file, string what, string remedy, IReadOnlyList<RecordProblem> problems)
    {
        var lines = problems.Take(MaxShown).Select(p => $"  {p}");
        var rest = problems.Count > MaxShown ? [$"  and {problems.Count - MaxShown} more"] : Array.Empty<string>();
        return string.Join('\n', [$"{file}: {what}", .. lines, .. rest, remedy]);
    }
}
