namespace Fathom.Link.Plans;

/// <summary>This machine lacks what the link needs.</summary>
/// <param name="reason">What is missing, as found.</param>
/// <param name="remedy">How to get it, or what to use instead.</param>
public sealed class LinkUnavailableException(string reason, string remedy) : Exception($"{reason}; {remedy}")
{
    /// <summary>What is missing, as found.</summary>
    public string Reason { get; } = reason;

    /// <summary>How to get it, or what to use instead.</summary>
    public string Remedy { get; } = remedy;
}
