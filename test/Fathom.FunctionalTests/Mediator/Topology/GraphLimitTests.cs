using System.Security.Cryptography;
using Fathom.Contracts;
using Fathom.FunctionalTests.Mediator.Certificates;
using Fathom.Mediator;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Settings;
using Fathom.Mediator.Topology;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>Members that answer or request the topology without measure, over TLS: it costs a node no more than the limits.</summary>
public sealed class GraphLimitTests : IAsyncLifetime
{
    private readonly Network _network = new();
    private readonly List<CountingMember> _members = [];
    private MediatorNode? _node;

    public ValueTask InitializeAsync() => default;

    [Fact]
    public void The_limits_are_those_of_the_page()
    {
        TopologyLimits.MaxNodes.ShouldBe(SecurityPage.Number("2,000 nodes"));
        TopologyLimits.MaxLinks.ShouldBe(SecurityPage.Number("8,000 remotes"));
        TopologyLimits.MaxAnswerBytes.ShouldBe((int)SecurityPage.Bytes("512 KiB, 16 hops"));
        TopologyLimits.MaxHops.ShouldBe(SecurityPage.Number("16 hops"));
        TopologyLimits.Timeout.ShouldBe(SecurityPage.Time("5 s, once a second"));
        TopologyLimits.MaxQueriesPerSecond.ShouldBe(SecurityPage.Number("32 requests a second"));
    }

    [Theory]
    [InlineData(20_000, 0, 1, "more nodes than are shown")]
    [InlineData(1, 20_000, 1, "more nodes than are shown")]
    [InlineData(100_000, 0, 1, "bytes: up to 524288 are accepted.")]
    [InlineData(3, 3, 30_000, "x")]
    public async Task An_absurd_answer_is_bounded_and_hides_no_other_node(int nodes, int links, int length, string says)
    {
        var absurd = Encode(nodes, links, length);
        var honest = ContractSerializer.ToArray(new TopologyResponse("east", [
            new TopologyNode("east", "", [new TopologyLink("West", "https://west:1", "west", "")]), new TopologyNode("west", "", [])]));
        var node = await StartAsync(("South", _ => new(absurd)), ("East", _ => new(honest)));

        var seen = await node.GetTopologyAsync();

        seen.NodeCount.ShouldBeLessThanOrEqualTo(TopologyLimits.MaxNodes);
        seen.Nodes.Sum(n => n.Remotes.Count).ShouldBeLessThanOrEqualTo(TopologyLimits.MaxLinks);
        seen.Nodes.SelectMany(n => n.Remotes).Select(r => r.Remote).Concat(seen.Nodes.Select(n => n.Name))
            .ShouldAllBe(t => t.Length <= TopologyLimits.MaxTextLength);
        seen.Nodes.Select(n => n.Name).ShouldContain("east");
        seen.Nodes.Select(n => n.Name).ShouldContain("west");
        seen.ToText().ShouldContain(says);
        ContractSerializer.ToArray(new TopologyResponse("north", seen.Nodes, true)).Length.ShouldBeLessThanOrEqualTo(
            TopologyLimits.MaxAnswerBytes, "other nodes accept it");
    }

    [Fact]
    public async Task The_remotes_are_queried_once_a_second_for_all_who_look_at_this_node()
    {
        var node = await StartAsync(("South", _ => new(Encode(1, 0, 1))));
        await using var channel = Channel();

        await Task.WhenAll(Enumerable.Range(0, 100).Select(_ => node.GetTopologyAsync()));
        await Task.WhenAll(Enumerable.Range(0, 100).Select(_ => NetworkTopology.GetTopologyAsync(channel)));
        _members[0].Queries.ShouldBe(1);

        _network.Time.Advance(TopologyLimits.CacheTime);
        (await node.GetTopologyAsync()).NodeCount.ShouldBe(2);
        _members[0].Queries.ShouldBe(2);
    }

    [Fact]
    public async Task A_member_that_requests_without_end_makes_a_node_query_its_remotes_so_many_times_a_second()
    {
        await StartAsync(("South", _ => new(Encode(1, 0, 1))));
        await using var channel = Channel();

        var ends = await Task.WhenAll(Enumerable.Range(0, 100).Select(_ => LookAsync(channel)));

        ends.Count(e => e == StatusCode.OK).ShouldBe(TopologyLimits.MaxQueriesPerSecond);
        ends.Count(e => e == StatusCode.ResourceExhausted).ShouldBe(100 - TopologyLimits.MaxQueriesPerSecond);
        _members[0].Queries.ShouldBe(TopologyLimits.MaxQueriesPerSecond);
        _network.Time.Advance(TimeSpan.FromSeconds(1));
        (await LookAsync(channel)).ShouldBe(StatusCode.OK);
    }

    [Fact]
    public async Task Looking_ends_when_all_who_look_have_cancelled_and_so_do_its_queries()
    {
        using var began = new SemaphoreSlim(0);
        using var ended = new SemaphoreSlim(0);
        var node = await StartAsync(("South", async token =>
        {
            began.Release();
            try
            {
                await Task.Delay(Timeout.Infinite, token);
            }
            finally
            {
                ended.Release();
            }

            return [];
        }));
        using var one = new CancellationTokenSource();
        using var other = new CancellationTokenSource();
        var (first, second) = (node.GetTopologyAsync(one.Token), node.GetTopologyAsync(other.Token));
        (await began.WaitAsync(Patience.Longest)).ShouldBeTrue();

        await one.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(first);
        second.IsCompleted.ShouldBeFalse();
        await other.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(second);

        (await ended.WaitAsync(Patience.Longest)).ShouldBeTrue();
        _members[0].Queries.ShouldBe(1);
    }

    public async ValueTask DisposeAsync()
    {
        if (_node is not null)
        {
            await _node.DisposeAsync();
        }

        foreach (var member in _members)
        {
            await member.DisposeAsync();
        }

        await _network.DisposeAsync();
    }

    private static byte[] Encode(int nodes, int links, int length) => ContractSerializer.ToArray(new TopologyResponse("south", [
        .. Enumerable.Range(0, nodes).Select(i => new TopologyNode($"s{i}{new string('x', length)}", "", [
            .. Enumerable.Range(0, links).Select(l => new TopologyLink($"l{l}{new string('x', length)}", "", "", ""))]))]));

    private static async Task<StatusCode> LookAsync(NativeChannel channel)
    {
        try
        {
            await new TopologyClient(channel).GetTopologyAsync(new TopologyRequest(RandomNumberGenerator.GetBytes(16), 1));
            return StatusCode.OK;
        }
        catch (RpcException e)
        {
            return e.StatusCode;
        }
    }

    // With its own certificates: those of the node serve as any member's.
    private NativeChannel Channel() =>
        new(new ChannelOptions { Address = _node!.Address!, Tls = _network.North.Certificates.ChannelTls("north") });

    private async Task<MediatorNode> StartAsync(params (string Name, Func<CancellationToken, ValueTask<byte[]>> Answer)[] remotes)
    {
        var settings = new MediatorSettings { Host = new HostSettings { Port = FreePort.Next(), Name = "north" } };
        foreach (var (name, answer) in remotes)
        {
            var member = await CountingMember.JoinAsync(_network, name.ToLowerInvariant(), answer);
            _members.Add(member);
            settings.Remotes[name] = new RemoteSettings { Host = "localhost", Port = member.Port };
        }

        _node = new MediatorNode(settings, _ => { },
            new NodeDependencies { Tls = new CertificateTls(_network.North.Certificates), Time = _network.Time });
        await _node.StartAsync();
        return _node;
    }
}
