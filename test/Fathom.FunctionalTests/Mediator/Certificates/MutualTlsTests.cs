using Fathom.Mediator.Certificates;
using Fathom.TestKit;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Nodes that admit each other over real sockets, and servers that a node refuses.</summary>
public sealed class MutualTlsTests : IAsyncDisposable
{
    private readonly FoundingNode _founding = new();

    private SecuredNode North => _founding.North;

    [Fact]
    public async Task A_node_of_the_same_root_is_admitted_and_the_handler_knows_its_name()
    {
        await North.CallAsync(North.Certificates.ChannelTls());
        await North.CallAsync(North.Certificates.ChannelTls("north"));

        North.Callers.ShouldBe(["north", "north"]);
        North.Log.Lines.ShouldNotContain(line => line.StartsWith("Warning", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_server_of_another_root_is_refused_and_sent_nothing()
    {
        var log = new LineLogger();
        using var stranger = NodeCertificates.OpenOrCreate(
            SecuredNode.Options(_founding.PathOf("stranger"), "stranger", log, _founding.Time));

        var refused = await FailureAsync(() => North.CallAsync(stranger.ChannelTls()));

        refused.Status.Detail.ShouldContain("which is not the root of this network");
        log.Lines.ShouldContain(line => line.StartsWith("Warning: Refused a server: its chain ends in", StringComparison.Ordinal));
        North.Read.ShouldBe(0);
    }

    [Fact]
    public async Task A_server_that_is_another_node_than_the_one_called_is_refused()
    {
        var refused = await FailureAsync(() => North.CallAsync(North.Certificates.ChannelTls("south")));

        refused.Status.Detail.ShouldContain("it is node 'north', and 'south' was expected");
        North.Read.ShouldBe(0);
    }

    [Fact]
    public async Task Certificates_are_read_once_and_not_for_each_connection()
    {
        foreach (var file in Directory.GetFiles(_founding.PathOf("north")))
        {
            File.Delete(file);
        }

        await North.CallAsync(North.Certificates.ChannelTls());
        await North.CallAsync(North.Certificates.ChannelTls());

        North.Callers.Count.ShouldBe(2);
    }

    public ValueTask DisposeAsync() => _founding.DisposeAsync();
}
