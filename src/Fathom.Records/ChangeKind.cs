namespace Fathom.Records;

/// <summary>A verdict on a metric that two records have.</summary>
public enum ChangeKind
{
    /// <summary>A difference in the better direction of the metric that is large enough to matter.</summary>
    Better,

    /// <summary>A difference in the worse direction, as large.</summary>
    Worse,

    /// <summary>A difference of a metric that has no better direction.</summary>
    Different,

    /// <summary>Equivalent: two one-sided tests say that the difference lies within a margin; for a ratio within 0.8 to 1.25.</summary>
    Same,

    /// <summary>Neither a difference nor an equivalence is shown.</summary>
    Undecided,
}
