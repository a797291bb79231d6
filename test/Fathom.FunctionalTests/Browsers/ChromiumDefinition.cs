using Fathom.TestKit.Browsers;

namespace Fathom.FunctionalTests.Browsers;

/// <summary>Tests that share a browser.</summary>
[CollectionDefinition(nameof(ChromiumFixture))]
public sealed class ChromiumDefinition : ICollectionFixture<ChromiumFixture>;
