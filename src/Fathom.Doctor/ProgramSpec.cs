using System.Text.RegularExpressions;
using Fathom.Records.Doctors;

namespace Fathom.Doctor;

/// <summary>The program that a doctor runs, unmodified, and what decides how fast it is.</summary>
/// <param name="Words">The command: a program and its arguments; at least one word.</param>
/// <param name="Folder">Where it runs.</param>
public sealed record ProgramSpec(IReadOnlyList<string> Words, string Folder)
{
    /// <summary>Finds the number to compare in the program's output, in the first group or, without one, in the whole match; the last
    /// match counts. Null for the time from start to end.</summary>
    public Regex? Metric { get; init; }

    /// <summary>Whether a larger number of <see cref="Metric"/> is better.</summary>
    public bool LargerIsBetter { get; init; }

    /// <summary>What is compared, for records.</summary>
    public DoctorMetric Compared => Metric is null
        ? new DoctorMetric("time from start to end", "ms", null, false)
        : new DoctorMetric("number it prints", "", Metric.ToString(), LargerIsBetter);

    /// <summary>Names of the programs for records and pages: without folders, and without further arguments, which may be
    /// secrets.</summary>
    public string Name => NameOf(Words);

    /// <summary>The same of any command.</summary>
    /// <param name="words">A program and its arguments; at least one word.</param>
    internal static string NameOf(IReadOnlyList<string> words) =>
        string.Join(' ', words.Take(IsHost(words[0]) ? NamedWords(words) : 1).Select(w => Path.GetFileName(w)));

    /// <summary>Whether a program runs an assembly that its arguments name.</summary>
    internal static bool IsHost(string program) => Path.GetFileNameWithoutExtension(program) == "dotnet";

    // Of "dotnet exec X.dll" and "dotnet X.dll" all words that lead to the assembly; without one they are arguments.
    private static int NamedWords(IReadOnlyList<string> words) =>
        1 + words.TakeWhile(w => !w.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)).Count() is var named && named <= words.Count
            ? named : 1;
}
