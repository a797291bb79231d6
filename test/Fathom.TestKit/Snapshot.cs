using System.Runtime.CompilerServices;
using Shouldly;

namespace Fathom.TestKit;

/// <summary>
/// Compares a text with <c>NAME.expected</c> beside the test's source. <c>FATHOM_UPDATE_SNAPSHOTS=1</c> rewrites the files;
/// look at the difference before you commit it.
/// </summary>
public static class Snapshot
{
    // Directory.Build.props maps the repository to this path in everything the compiler embeds.
    private const string Mapped = "/fathom/";

    /// <summary>Compares with a file beside the caller's source.</summary>
    /// <param name="text">What was found.</param>
    /// <param name="name">The file's name, without <c>.expected</c>.</param>
    /// <param name="source">The caller's source file.</param>
    public static void Matches(string text, string name, [CallerFilePath] string source = "") =>
        MatchesFile(text, Path.Combine(Path.GetDirectoryName(Locate(source))!, $"{name}.expected"));

    /// <summary>Compares with a file.</summary>
    /// <param name="text">What was found.</param>
    /// <param name="file">Path of the file.</param>
    public static void MatchesFile(string text, string file)
    {
        if (Environment.GetEnvironmentVariable("FATHOM_UPDATE_SNAPSHOTS") == "1")
        {
            File.WriteAllText(file, text);
            return;
        }

        File.Exists(file).ShouldBeTrue($"{file} is missing: run the test once with FATHOM_UPDATE_SNAPSHOTS=1.");
        var expected = File.ReadAllText(file).Split('\n');
        var found = text.Split('\n');
        var line = expected.Zip(found).TakeWhile(p => p.First == p.Second).Count();
        text.ShouldBe(string.Join('\n', expected), $"""
            {file} differs from line {line + 1} on.
            expected: {expected.ElementAtOrDefault(line) ?? "(end)"}
            found:    {found.ElementAtOrDefault(line) ?? "(end)"}
            FATHOM_UPDATE_SNAPSHOTS=1 rewrites it.
            """);
    }

    private static string Locate(string source) =>
        source.StartsWith(Mapped, StringComparison.Ordinal) ? Repository.PathOf(source[Mapped.Length..]) : source;
}
