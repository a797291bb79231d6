using Fathom.TestKit;

namespace Fathom.Contracts.Tests.Generator;

/// <summary>Generated code as people will see it in their debugger. Each input is a *.cs.txt beside its *.expected.</summary>
public class SnapshotTests
{
    private const string Folder = "test/Fathom.Contracts.Tests/Generator/Snapshots";

    public static TheoryData<string> Inputs =>
        [.. Directory.GetFiles(Repository.PathOf(Folder), "*.cs.txt").Select(f => Path.GetFileName(f)[..^".cs.txt".Length])];

    [Theory]
    [MemberData(nameof(Inputs))]
    public void Generated_code_is_as_committed_and_compiles(string name)
    {
        var run = new GeneratorRun(File.ReadAllText(Repository.PathOf($"{Folder}/{name}.cs.txt")));
        run.Diagnostics.ShouldBeEmpty();
        run.CompilerProblems.ShouldBeEmpty();
        var generated = string.Join("\n", run.Result.GeneratedSources.OrderBy(s => s.HintName, StringComparer.Ordinal)
            .Select(s => $"=== {s.HintName}\n{s.SourceText}"));
        Snapshot.MatchesFile(generated, Repository.PathOf($"{Folder}/{name}.expected"));
    }
}
