namespace Fathom.Tests.Mediator.Certificates;

/// <summary>Tests that count on what <c>SentIntermediates</c> keeps for the process, and those whose clock passes years: what a node of a
/// later year loads takes the place of what has expired by then.</summary>
[CollectionDefinition(Name)]
public sealed class SharedIntermediates
{
    public const string Name = "shared intermediates";
}
