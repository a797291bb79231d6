namespace Fathom.Lab.Results.Schemas;

/// <summary>One fault of a JSON document, in words a person can act on.</summary>
/// <param name="Location">Where: a JSON pointer (RFC 6901), empty for the whole document.</param>
/// <param name="Found">What stands there.</param>
/// <param name="Accepted">What may stand there.</param>
public sealed record RecordProblem(string Location, string Found, string Accepted)
{
    /// <summary>The fault on one line.</summary>
    public override string ToString() =>
        $"{(Location.Length == 0 ? "(the whole document)" : Location)}: found {Found}; accepted: {Accepted}";
}
