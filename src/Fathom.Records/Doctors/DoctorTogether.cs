namespace Fathom.Records.Doctors;

/// <summary>What the changes that proved causes save when they are made at once.</summary>
/// <param name="Causes">Ids of the causes, at least two.</param>
/// <param name="Proof">The comparison, whose <see cref="DoctorProof.Value"/> names the changes.</param>
public sealed record DoctorTogether(IReadOnlyList<string> Causes, DoctorProof Proof);
