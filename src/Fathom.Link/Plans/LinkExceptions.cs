namespace Fathom.Link.Plans;

/// <summary>The spec of a link is invalid. The message lists every fault: the input, the value found, the values accepted.</summary>
public sealed class LinkPlanException(IReadOnlyList<LinkFault> faults)
    : Exception($"the link is not valid:{Environment.NewLine}  {string.Join(Environment.NewLine + "  ", faults)}")
{
    /// <summary>The faults.</summary>
    public IReadOnlyList<LinkFault> Faults { get; } = faults;
}

/// <summary>The machine lacks a prerequisite of the link.</summary>
/// <param name="reason">The missing prerequisite.</param>
/// <param name="remedy">How to get it, or an alternative.</param>
public sealed class LinkUnavailableException(string reason, string remedy) : Exception($"{reason}; {remedy}")
{
    /// <summary>The missing prerequisite.</summary>
    public string Reason { get; } = reason;

    /// <summary>How to get it, or an alternative.</summary>
    public string Remedy { get; } = remedy;
}
