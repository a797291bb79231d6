namespace Fathom.Records.Schemas;

/// <summary>A problem of a JSON document.</summary>
/// <param name="Location">The location, as a JSON pointer (RFC 6901); empty for the complete document.</param>
/// <param name="Found">What was found.</param>
/// <param name="Accepted">What is accepted.</param>
public sealed record RecordProblem(string Location, string Found, string Accepted)
{
    /// <summary>Returns the problem in one line.</summary>
    public override string ToString() =>
        $"{(Location.Length == 0 ? "(the whole document)" : Location)}: found {Found}; accepted: {Accepted}";
}
