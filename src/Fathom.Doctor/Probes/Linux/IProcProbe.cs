using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>A probe that reads /proc from time to time. One instance watches one process.</summary>
internal interface IProcProbe
{
    /// <summary>Reads once. A process that ended is read no more.</summary>
    void Read();

    /// <summary>What it saw.</summary>
    /// <param name="watched">How long the process was watched.</param>
    IEnumerable<Observation> Observe(TimeSpan watched);

    /// <summary>What it saw over time.</summary>
    IEnumerable<ObservedSeries> Series => [];
}
