using Fathom.TestKit;

[assembly: AssemblyFixture(typeof(SharedMachine))]

namespace Fathom.FunctionalTests;

/// <summary>Tests that load the machine or compare rates: one after another, when all others have ended, those of other projects
/// too.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone : ICollectionFixture<QuietMachine>
{
    public const string Name = "alone";
}
