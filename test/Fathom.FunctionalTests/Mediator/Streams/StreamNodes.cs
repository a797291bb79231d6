namespace Fathom.FunctionalTests.Mediator.Streams;

/// <summary>The node that requests a stream and the node that handles it, which may be one.</summary>
internal sealed class StreamNodes : IAsyncDisposable
{
    private readonly (TestNode Sender, TestNode Red) _pair = TestNode.Pair();

    public StreamNodes(bool remote) => (From, On) = remote ? _pair : (_pair.Red, _pair.Red);

    public TestNode From { get; }

    public TestNode On { get; }

    public async ValueTask DisposeAsync()
    {
        await _pair.Sender.DisposeAsync();
        await _pair.Red.DisposeAsync();
    }
}
