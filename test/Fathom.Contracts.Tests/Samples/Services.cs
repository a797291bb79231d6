namespace Fathom.Contracts.Tests.Samples;

/// <summary>Every kind of call, messages of the package and of google.protobuf, and a method that is called as its message is.</summary>
[Service]
public interface ITrees
{
    ValueTask<Tree> PlantAsync(Tree tree, CancellationToken token = default);

    Task<Tree> GrowAsync(IAsyncEnumerable<Tree> trees);

    IAsyncEnumerable<Everything> PickAsync(Tree tree);

    IAsyncEnumerable<Tree> GraftAsync(IAsyncEnumerable<Everything> scions);

    ValueTask Tree(Tree tree);

    Task<Tree> OldestAsync();
}
