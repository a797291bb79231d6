using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>Two nodes whose handlers send each other messages, over TLS: hops are counted from handler to handler, so that it
/// ends.</summary>
public sealed class BounceTests : IAsyncLifetime
{
    private const int MaxHops = 6;

    private readonly Certificates.Network _network = new();

    public static TheoryData<PassedOn> All => [.. Enum.GetValues<PassedOn>()];

    public ValueTask InitializeAsync() => default;

    [Theory]
    [MemberData(nameof(All))]
    public async Task Notifications_published_by_handlers_end_at_the_maximum_of_hops(PassedOn passed)
    {
        var (left, right) = (new Bounce(passed), new Bounce(passed));
        var ports = (Left: FreePort.Next(), Right: FreePort.Next());
        await using var one = Start("left", ports.Left, ports.Right, left, b => b.AddNotificationHandler<Tick>(left));
        await using var two = Start("right", ports.Right, ports.Left, right, b => b.AddNotificationHandler<Tock>(right));

        var failure = await Should.ThrowAsync<PublishException>(
            () => one.Mediator.PublishAsync(new Tick(), Patience.Context()).AsTask());

        failure.ToString().ShouldContain($"it has taken {MaxHops} hops, and Notifications:MaxHops is {MaxHops}");
        (left.Count + right.Count).ShouldBe(MaxHops + 1);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Requests_sent_by_handlers_end_at_the_maximum_of_hops(PassedOn passed)
    {
        var (left, right) = (new Bounce(passed), new Bounce(passed));
        var ports = (Left: FreePort.Next(), Right: FreePort.Next());
        await using var one = Start("left", ports.Left, ports.Right, left, b => b.AddRequestHandler<Ball, Fathom.Contracts.Empty>(left));
        await using var two = Start("right", ports.Right, ports.Left, right, b => b.AddRequestHandler<Ball, Fathom.Contracts.Empty>(right));

        var failure = await Should.ThrowAsync<MediatorException>(() => one.Mediator.SendAsync(new Ball(), Patience.Context()).AsTask());

        failure.Message.ShouldContain($"it would be hop {MaxHops + 1}, and Notifications:MaxHops is {MaxHops}");
        (left.Count + right.Count).ShouldBeLessThanOrEqualTo(MaxHops + 1);
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private TestNode Start(
        string name, int port, int other, Bounce handlers, Action<Fathom.Mediator.Routing.MediatorBuilder> configure)
    {
        var node = TestNode.Start(name, port, [("Other", other)], s =>
        {
            s.Remotes["Other"].Node = "north";
            s.Notifications.MaxHops = MaxHops;
        }, b => configure(b), new CertificateTls(_network.North.Certificates));
        handlers.Mediator = node.Mediator;
        return node;
    }
}
