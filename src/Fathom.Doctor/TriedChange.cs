using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Records.Doctors;

namespace Fathom.Doctor;

/// <summary>A change that is tried for a suspected cause, and how far that got. Owned by one examination.</summary>
/// <param name="suspect">The suspected cause.</param>
internal abstract class TriedChange(Suspicion suspect)
{
    /// <summary>The suspected cause.</summary>
    public Suspicion Suspicion { get; } = suspect;

    /// <summary>Why it is not compared; null where it is.</summary>
    public string? WhyNot { get; set; }

    /// <summary>Whether rounds were planned for it: it then shares the false findings, whatever was measured.</summary>
    public bool IsCompared { get; set; }

    /// <summary>Whether the time that is compared is that by whose part the cause is suspected, so that a comparison without a difference
    /// refutes it. Of a program other causes may hold up what would be saved.</summary>
    public virtual bool IsOfSuspectedTime => false;

    /// <summary>What both sides took. Where there is a difference, the first side took longer.</summary>
    public abstract ComparedSamples Samples { get; }

    /// <summary>What is said where the difference is there, and the cause does not explain it: a clause.</summary>
    public abstract string Unexplained { get; }

    /// <summary>What limits the proof: sentences.</summary>
    public virtual IEnumerable<string> Caveats => [];

    /// <summary>Judges the comparison by the cause.</summary>
    /// <param name="seen">What was observed without the change.</param>
    /// <param name="difference">What the comparison showed; supported.</param>
    /// <param name="seed">Seed of the examination.</param>
    /// <returns>The proof; null where the rest of the evidence contradicts it.</returns>
    public abstract Conclusion? Judge(Evidence seen, PairDifference difference, int seed);

    /// <summary>The proof, as records have it.</summary>
    /// <param name="difference">What the comparison showed.</param>
    public abstract DoctorProof ProofOf(PairDifference difference);
}
