using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes;

/// <summary>Makes observations of probes.</summary>
internal static class ProbeObservation
{
    /// <summary>An observation of a probe that watched for a while.</summary>
    public static Observation Seen<T>(this Quantity<T> quantity, T value, string probe, TimeSpan watched)
        where T : notnull => new Observation<T>(quantity, value, new ObservationSource.Probe(probe, watched));
}
