namespace Fathom.FunctionalTests.Mediator.Mutations;

[CollectionDefinition(Storm.Alone, DisableParallelization = true)]
public sealed class StormCollection;
