namespace Fathom.LinuxTests.Studies;

/// <summary>Studies measure: they run one after another, when all other tests have ended.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    public const string Name = "alone";
}
