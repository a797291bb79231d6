namespace Fathom.Records.Doctors;

/// <summary>The runs of one comparison in pairs: of each round the unchanged one and the one with the change. Immutable.</summary>
/// <param name="Change">The change, <c>VARIABLE=VALUE</c>.</param>
/// <param name="All">The pairs, in the order of their rounds.</param>
public sealed record RunPairs(string Change, IReadOnlyList<RunPair> All)
{
    /// <summary>The pairs of a proof; none in records whose runs are others.</summary>
    public static RunPairs Of(DoctorRecord record, DoctorProof proof)
    {
        ArgumentNullException.ThrowIfNull(record);
        ArgumentNullException.ThrowIfNull(proof);
        var change = $"{proof.Variable}={proof.Value}";
        // Of a program the unchanged runs have no change; of a service they have another value of the variable.
        var runs = record.Runs.Where(r => r.IsCompared).ToList();
        var others = runs.Where(r => r.Change != change && r.Change.StartsWith($"{proof.Variable}=", StringComparison.Ordinal));
        var plain = runs.Where(r => r.Change.Length == 0).ToList();
        var before = plain.Count > 0 ? plain : [.. others];
        var after = runs.Where(r => r.Change == change).ToLookup(r => r.Block);
        return new RunPairs(change, [.. before.GroupBy(r => r.Block).OrderBy(g => g.Key)
            .SelectMany(g => g.Zip(after[g.Key], (a, b) => new RunPair(g.Key, a.Value, b.Value)))]);
    }
}

/// <summary>A run and the one beside it.</summary>
/// <param name="Block">Their round.</param>
/// <param name="Before">What the unchanged one took.</param>
/// <param name="After">What the changed one took.</param>
public sealed record RunPair(int Block, double Before, double After);
