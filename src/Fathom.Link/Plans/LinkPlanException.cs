namespace Fathom.Link.Plans;

/// <summary>A link cannot be made as asked; the message names every fault: which input, what was found, what is accepted.</summary>
public sealed class LinkPlanException(IReadOnlyList<string> faults)
    : Exception($"the link cannot be made as asked:{Environment.NewLine}  {string.Join(Environment.NewLine + "  ", faults)}")
{
    /// <summary>The faults, one sentence each.</summary>
    public IReadOnlyList<string> Faults { get; } = faults;
}
