namespace Fathom.Link.Plans;

/// <summary>A fault of the spec of a link, as one sentence by <see cref="ToString"/>.</summary>
/// <param name="Flag">The setting as the command line names it, such as <c>--up-delay</c>.</param>
/// <param name="Found">The value found; null where none is wrong by itself.</param>
/// <param name="Problem">What is wrong, and what is accepted.</param>
public sealed record LinkFault(string Flag, string? Found, string Problem)
{
    /// <summary>The fault as one sentence.</summary>
    public override string ToString() => Found is null ? $"{Flag}: {Problem}" : $"{Flag}: '{Found}' {Problem}";
}
