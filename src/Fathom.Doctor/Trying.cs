using Fathom.Doctor.Interventions;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes;

namespace Fathom.Doctor;

/// <summary>A change that is tried for a suspected cause, and how far that got. Owned by one examination.</summary>
internal sealed class Trying(Suspect suspect, Intervention change)
{
    /// <summary>The suspected cause.</summary>
    public Suspect Suspect { get; } = suspect;

    /// <summary>The change.</summary>
    public Intervention Change { get; } = change;

    /// <summary>Time of the watched run with it.</summary>
    public TimeSpan Took { get; set; }

    /// <summary>Why it is not compared; null where it is.</summary>
    public string? WhyNot { get; set; }

    /// <summary>Whether rounds were planned for it: it then shares the false findings, whatever was measured.</summary>
    public bool IsCompared { get; set; }

    /// <summary>What was seen of the program with it.</summary>
    public IReadOnlyList<Observation> Seen { get; private set; } = [];

    /// <summary>Keeps what was seen, with what the change sets.</summary>
    public Evidence Observe(WatchResult seen)
    {
        var set = Change.Sets.Observe(new ObservationSource.FactorLevel(Change.Factor, Change.To));
        Seen = [.. seen.Observations.Where(o => o.Of != set.Of), set];
        return new Evidence(Change.ToString(), new Dictionary<string, string>(), Seen);
    }
}
