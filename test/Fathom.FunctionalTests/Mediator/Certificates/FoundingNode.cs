using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>The node north, which has founded a network on virtual time, and folders for others.</summary>
internal sealed class FoundingNode : IAsyncDisposable
{
    private readonly TemporaryFolder _temporary = new();

    public FoundingNode() => North = SecuredNode.Found(PathOf("north"), time: Time);

    public VirtualTime Time { get; } = new(VirtualTime.Present);

    public SecuredNode North { get; }

    public string PathOf(string node) => _temporary.PathOf(node);

    public async ValueTask DisposeAsync()
    {
        await North.DisposeAsync();
        _temporary.Dispose();
    }
}
