namespace Fathom.Records.Doctors;

/// <summary>Values in their order: over the time that a process was watched, or of the calls of a service. Each is valid until the
/// next.</summary>
/// <param name="Text">What they are, in a few words.</param>
/// <param name="Unit">Their unit: <c>count</c>, <c>ms</c>, or empty for a share, 0 to 1.</param>
/// <param name="AtMs">Where each begins, ms from 0, in ascending order.</param>
/// <param name="Values">The values, from 0, as many.</param>
public sealed record DoctorSeries(string Text, string Unit, IReadOnlyList<double> AtMs, IReadOnlyList<double> Values);
