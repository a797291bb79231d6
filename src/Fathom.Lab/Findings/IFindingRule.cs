using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// Judges one comparison: names the cause where the pair supports it, and stays silent otherwise. A rule knows factors and
/// metrics by name and no study.
/// </summary>
public interface IFindingRule
{
    /// <summary>The name of the cause; <c>docs/findings/ID.md</c> explains it.</summary>
    string Id { get; }

    /// <summary>The finding, or null where the evidence does not carry it.</summary>
    Finding? Judge(TrialPair pair);
}
