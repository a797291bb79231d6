namespace Fathom.FunctionalTests;

/// <summary>Tests that load the machine or compare rates: one after another, when all others have ended.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    public const string Name = "alone";
}
