using Fathom.Contracts;
using Fathom.FunctionalTests.Mediator.Certificates;
using Fathom.Mediator.Remotes;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>Two nodes that bring the same notification to a third one, over TLS: the second is answered with what became of it.</summary>
public sealed class NotificationCopyTests : IAsyncLifetime
{
    private static readonly Method<byte[], byte[]> Publish = new(
        MethodKind.Unary, "Fathom.FunctionalTests.Mediator.BingHandler", "Publish", new BytesMarshaller(), new BytesMarshaller());

    private readonly Network _network = new();
    private readonly HeldBing _held = new("red");
    private readonly HeldBing _heldBehind = new("behind");
    private readonly List<SecuredNode> _joined = [];
    private TestNode _red = null!;
    private TestNode _behind = null!;
    private NativeChannel _south = null!;
    private NativeChannel _east = null!;

    public async ValueTask InitializeAsync()
    {
        var tls = new CertificateTls(_network.North.Certificates);
        _heldBehind.Release(2);
        _behind = TestNode.Start("behind", FreePort.Next(), configure: b => b.AddNotificationHandler(_heldBehind), tls: tls);
        _red = TestNode.Start("red", FreePort.Next(), [("Behind", _behind.Node.Address!.Port)], s => s.Remotes["Behind"].Node = "north",
            b => b.AddNotificationHandler(_held), tls);
        _south = await ChannelAsync("south");
        _east = await ChannelAsync("east");
    }

    [Fact]
    public async Task The_second_is_answered_when_the_first_was_handled_and_not_before()
    {
        var id = Guid.NewGuid();
        var first = SendAsync(_south, id);
        await BeganAsync(_held);
        var second = SendAsync(_east, id);
        await CopiesAsync(2);

        (first.IsCompleted, second.IsCompleted).ShouldBe((false, false));
        _held.Release();

        await Task.WhenAll(first, second);
        (_held.Count, _heldBehind.Count).ShouldBe((1, 1));
    }

    [Fact]
    public async Task The_second_reports_the_failure_of_the_first_whether_it_waited_or_came_later()
    {
        var id = Guid.NewGuid();
        var first = SendAsync(_south, id, failsOn: "red");
        await BeganAsync(_held);
        var second = SendAsync(_east, id, failsOn: "red");
        _held.Release();

        List<IReadOnlyList<FailureReport>> reports = [];
        foreach (var call in new[] { first, second, SendAsync(_east, id, failsOn: "red") })
        {
            reports.Add(FailureTrailers.Read((await Should.ThrowAsync<RpcException>(call)).Trailers));
        }

        reports[0].Select(r => (r.Node, r.Text)).ShouldBe([("red", "Bing 1"), ("red", "Bing 1")], "two handlers failed");
        reports.ShouldAllBe(r => r.Select(f => f.Id).SequenceEqual(reports[0].Select(f => f.Id)), "they are the same by three paths");
        _held.Count.ShouldBe(1);
    }

    [Fact]
    public async Task The_sender_of_a_notification_that_failed_may_try_again()
    {
        var id = Guid.NewGuid();
        _held.Release();
        await Should.ThrowAsync<RpcException>(() => SendAsync(_south, id, failsOn: "red"));
        _held.Release();

        await SendAsync(_south, id);

        _held.Count.ShouldBe(2);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_node_that_sends_something_else_under_the_id_first_does_not_make_it_count_as_handled(bool isDone)
    {
        var id = Guid.NewGuid();
        var raced = SendAsync(_south, id, number: 66);
        await BeganAsync(_held);
        if (isDone)
        {
            _held.Release();
            await raced;
        }

        var honest = SendAsync(_east, id);
        await BeganAsync(_held);
        _held.Release(2);

        await Task.WhenAll(raced, honest);
        (_held.Count, _heldBehind.Count).ShouldBe((2, 2));
    }

    [Fact]
    public async Task A_node_that_claims_all_hops_first_does_not_keep_it_from_the_nodes_behind()
    {
        var id = Guid.NewGuid();
        _held.Release();
        (await Should.ThrowAsync<RpcException>(() => SendAsync(_south, id, hops: 255))).Trailers.Count.ShouldBeGreaterThan(0);
        (_held.Count, _heldBehind.Count).ShouldBe((1, 0));

        await SendAsync(_east, id);

        (_held.Count, _heldBehind.Count).ShouldBe((1, 1));
    }

    [Fact]
    public async Task The_loss_of_the_first_neither_ends_nor_repeats_what_the_second_waits_for()
    {
        var id = Guid.NewGuid();
        using var cancellation = new CancellationTokenSource();
        var first = SendAsync(_south, id, token: cancellation.Token);
        await BeganAsync(_held);
        var second = SendAsync(_east, id);
        await CopiesAsync(2);

        await cancellation.CancelAsync();
        await Should.ThrowAsync<Exception>(first);
        await CopiesAsync(1);
        _held.Release();

        await second;
        (await _held.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue();
        // The second is answered when this node has handled it, and does not wait for the nodes behind.
        await BeganAsync(_heldBehind);
        (_held.Count, _held.Cancelled.CurrentCount, _heldBehind.Count).ShouldBe((1, 0, 1));
    }

    [Fact]
    public async Task What_was_lost_with_the_first_is_handled_when_the_second_comes()
    {
        var id = Guid.NewGuid();
        using var cancellation = new CancellationTokenSource();
        var first = SendAsync(_south, id, token: cancellation.Token);
        await BeganAsync(_held);
        await cancellation.CancelAsync();
        await Should.ThrowAsync<Exception>(first);
        (await _held.Cancelled.WaitAsync(Patience.Longest)).ShouldBeTrue();
        _held.Release();

        await SendAsync(_east, id);

        _held.Count.ShouldBe(2);
    }

    [Fact]
    public async Task What_was_lost_behind_a_node_is_forwarded_when_the_second_comes_and_not_handled_twice()
    {
        var id = Guid.NewGuid();
        _heldBehind.Hold();
        _held.Release();
        using var cancellation = new CancellationTokenSource();
        var first = SendAsync(_south, id, token: cancellation.Token);
        await BeganAsync(_heldBehind);
        (await _held.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue();
        await cancellation.CancelAsync();
        await Should.ThrowAsync<Exception>(first);
        (await _heldBehind.Cancelled.WaitAsync(Patience.Longest)).ShouldBeTrue();
        _heldBehind.Release();

        await SendAsync(_east, id);

        (_held.Count, _heldBehind.Count).ShouldBe((1, 2));
    }

    public async ValueTask DisposeAsync()
    {
        await _south.DisposeAsync();
        await _east.DisposeAsync();
        await _red.DisposeAsync();
        await _behind.DisposeAsync();
        foreach (var node in _joined)
        {
            await node.DisposeAsync();
        }

        await _network.DisposeAsync();
    }

    private static async Task BeganAsync(HeldBing held) => (await held.Began.WaitAsync(Patience.Longest)).ShouldBeTrue();

    private Task CopiesAsync(int count) => Eventually.HoldsAsync(
        () => _red.Node.Deliveries!.CopyCount == count, $"{count} copies are delivered, or wait for that");

    private async Task<NativeChannel> ChannelAsync(string node)
    {
        var joined = await _network.JoinAsync(node);
        _joined.Add(joined);
        return new NativeChannel(new ChannelOptions { Address = _red.Node.Address!, Tls = joined.Certificates.ChannelTls("north") });
    }

    private static Task<byte[]> SendAsync(NativeChannel to, Guid id, string failsOn = "", int number = 1, int hops = 0,
        CancellationToken token = default) =>
        to.UnaryAsync(Publish, ContractSerializer.ToArray(new Bing(number, failsOn)), new CallOptions
        {
            Headers = new Metadata { { "fathom-notification-id", id.ToString("N") }, { "fathom-hops", $"{hops}" } },
            CancellationToken = token,
            Deadline = Deadline.After(Patience.Longest),
        });
}
