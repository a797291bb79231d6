using Fathom.Lab.Results.Schemas;

namespace Fathom.Lab.Results;

/// <summary>A run record, or the folder it belongs to, could not be used. The message names the file, every fault and the remedy.</summary>
public sealed class RunRecordException : Exception
{
    private const int MostShown = 10;

    /// <summary>A fault with a remedy.</summary>
    /// <param name="file">The file or folder concerned.</param>
    /// <param name="what">What is wrong with it.</param>
    /// <param name="remedy">What to do.</param>
    /// <param name="problems">The single faults, where there are several.</param>
    /// <param name="inner">The cause.</param>
    public RunRecordException(
        string file, string what, string remedy, IReadOnlyList<RecordProblem>? problems = null, Exception? inner = null)
        : base(Compose(file, what, remedy, problems ?? []), inner)
    {
        File = file;
        Problems = problems ?? [];
    }

    /// <summary>The file or folder concerned.</summary>
    public string File { get; }

    /// <summary>Every single fault.</summary>
    public IReadOnlyList<RecordProblem> Problems { get; }

    private static string Compose(string file, string what, string remedy, IReadOnlyList<RecordProblem> problems)
    {
        var lines = problems.Take(MostShown).Select(p => $"  {p}");
        var rest = problems.Count > MostShown ? [$"  and {problems.Count - MostShown} more"] : Array.Empty<string>();
        return string.Join('\n', [$"{file}: {what}", .. lines, .. rest, remedy]);
    }
}
