using System.Collections.Concurrent;
using Fathom.Records;

namespace Fathom.TestKit.Records;

/// <summary>The run records in <c>bench/results</c>. Other results there have no study.</summary>
public static class CommittedRecords
{
    private static readonly ConcurrentDictionary<string, RunRecord> Records = new();

    /// <summary>Their names: the files without <c>.json</c>.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. Directory.GetFiles(Repository.PathOf("bench/results"), "*.json")
            .Where(f => File.ReadAllText(f).Contains($"\"{RunRecord.CurrentSchema}\"", StringComparison.Ordinal))
            .Select(f => Path.GetFileNameWithoutExtension(f)).Order(StringComparer.Ordinal),
    ];

    /// <summary>Reads a record, once.</summary>
    public static RunRecord Read(string name) =>
        Records.GetOrAdd(name, _ => RunRecordStore.ReadFile(Repository.PathOf($"bench/results/{name}.json")));
}
