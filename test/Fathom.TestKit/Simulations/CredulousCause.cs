using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;

namespace Fathom.TestKit.Simulations;

/// <summary>A cause that claims whatever the statistics support, so that simulations see them alone: the evidence that the real cause also
/// asks for makes findings rarer.</summary>
/// <param name="cause">The real cause.</param>
internal sealed class CredulousCause(Cause cause) : Cause(cause.Id, cause.ProvenBy)
{
    public override IReadOnlyList<Quantity> RequiredInStudy => [];

    protected override Conclusion Prove(Comparison comparison) => new("a difference", "none");

    protected override Conclusion ProveEquivalence(Comparison comparison) => new("no difference", "none");
}
