using System.Text.RegularExpressions;

namespace Fathom.Records.Words;

/// <summary>
/// Names for the trials of a record: what they are, such as <c>awaited, one channel</c>, instead of <c>t07</c>. A name consists of the
/// levels that differ from the baseline's, which are the first of each factor. Immutable.
/// </summary>
public sealed partial class TrialNames
{
    private const string Baseline = "baseline";

    private readonly RunRecord _record;
    private readonly Dictionary<string, string> _names;

    /// <summary>Names the trials of a record.</summary>
    public TrialNames(RunRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        _record = record;
        _names = record.Trials.ToDictionary(t => t.Id, t => NameOf(t.Factors, []), StringComparer.Ordinal);
        // Two levels can share a word; then the id keeps the names apart.
        foreach (var trial in record.Trials.GroupBy(t => _names[t.Id]).Where(g => g.Count() > 1).SelectMany(g => g).ToList())
        {
            _names[trial.Id] += $" ({trial.Id})";
        }
    }

    /// <summary>Returns the name of a trial; its id where the record has no such trial.</summary>
    public string Of(string id) => _names.GetValueOrDefault(id, id);

    /// <summary>Returns the words for a level.</summary>
    public static string Level(string factor, string level) => LevelWords.Of(factor, level);

    /// <summary>Returns the levels that both trials of a pair have and the record's baseline has not; empty when there are none.</summary>
    public string Surroundings(FindingPair pair)
    {
        var factors = _record.Trials.FirstOrDefault(t => t.Id == pair.Baseline)?.Factors;
        var words = factors is null ? Baseline : NameOf(factors, [pair.Changed.Factor]);
        return words == Baseline ? "" : words;
    }

    /// <summary>Returns a text of the record with names in place of the ids of trials.</summary>
    public string In(string text) =>
        TrialId().Replace(text, match => _names.TryGetValue(match.Value, out var name) ? $"'{name}'" : match.Value);

    /// <summary>Returns the words for the levels of the baseline of the record, of those factors that vary.</summary>
    public IReadOnlyList<string> BaselineLevels() =>
        [.. Varying().Select(f => LevelWords.Of(f.Name, f.Levels[0]))];

    private string NameOf(IReadOnlyDictionary<string, string> levels, IReadOnlyCollection<string> without)
    {
        var words = Varying().Where(f => !without.Contains(f.Name))
            .Select(f => (Factor: f, Level: levels.GetValueOrDefault(f.Name, f.Levels[0])))
            .Where(f => f.Level != f.Factor.Levels[0])
            .Select(f => LevelWords.Of(f.Factor.Name, f.Level)).ToList();
        return words.Count == 0 ? Baseline : string.Join(", ", words);
    }

    private IEnumerable<FactorInfo> Varying() =>
        _record.Factors.Where(f => _record.Trials.Select(t => t.Factors.GetValueOrDefault(f.Name)).Distinct().Count() > 1);

    [GeneratedRegex(@"\bt\d{2,}\b")]
    private static partial Regex TrialId();
}
