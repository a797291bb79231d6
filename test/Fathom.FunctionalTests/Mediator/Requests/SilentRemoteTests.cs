using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Settings;
using Fathom.TestKit;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Requests;

/// <summary>A remote that was reached over TLS and is silent from then on: everything sent to it ends, and the error names it and the
/// setting.</summary>
public sealed class SilentRemoteTests : IAsyncLifetime
{
    private static readonly TimeSpan Never = TimeSpan.FromDays(1);

    // So long nothing comes from a remote that lives, on a busy machine.
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(1);

    private readonly Certificates.Network _network = new();
    private Certificates.SecuredNode _south = null!;
    private TestNode _red = null!;
    private BlackHole _hole = null!;

    public async ValueTask InitializeAsync()
    {
        _south = await _network.JoinAsync("south");
        _red = TestNode.Start("red", FreePort.Next(), tls: new CertificateTls(_network.North.Certificates));
        _hole = new BlackHole(_red.Node.Address!.Port);
    }

    [Fact]
    public async Task A_request_without_a_deadline_ends_by_keepalive()
    {
        await using var sender = Sender(grpc => (grpc.KeepAliveTime, grpc.KeepAliveTimeout, grpc.DefaultDeadline) = (Short, Short, Never));
        var sending = sender.Mediator.SendAsync(new Linger()).AsTask();
        (await _red.Log.Began.WaitAsync(Patience.Longest)).ShouldBeTrue();
        _hole.Close();

        var failure = await Should.ThrowAsync<MediatorException>(() => sending.WaitAsync(Patience.Longest));

        (failure.StatusCode, failure.Remote).ShouldBe((StatusCode.Unavailable, "Red"));
        failure.Message.ShouldStartWith($"Linger to remote 'Red' (https://localhost:{_hole.Port}) ended with Unavailable: ");
        failure.Message.ShouldEndWith("no answer to a keepalive PING in time (Grpc:KeepAliveTime, Grpc:KeepAliveTimeout)");
    }

    [Fact]
    public async Task A_stream_without_a_deadline_ends_by_keepalive()
    {
        await using var sender = Sender(grpc => (grpc.KeepAliveTime, grpc.KeepAliveTimeout) = (Short, Short));
        await using var items = sender.Mediator.CreateStream(new Numbers(int.MaxValue)).GetAsyncEnumerator();
        (await items.MoveNextAsync()).ShouldBeTrue();
        _hole.Close();

        var failure = await Should.ThrowAsync<MediatorException>(ReadToEndAsync().WaitAsync(Patience.Longest));

        failure.Message.ShouldEndWith("(Grpc:KeepAliveTime, Grpc:KeepAliveTimeout)");

        async Task ReadToEndAsync()
        {
            while (await items.MoveNextAsync())
            {
                // What was under way.
            }
        }
    }

    [Fact]
    public async Task A_request_and_a_notification_without_a_deadline_end_by_the_default_deadline()
    {
        await using var sender = Sender(grpc => (grpc.KeepAliveTime, grpc.DefaultDeadline) = (Never, Short));
        await sender.Mediator.SendAsync(new Ping("x"u8.ToArray()));
        _hole.Close();

        var request = await Should.ThrowAsync<MediatorException>(
            () => sender.Mediator.SendAsync(new Ping("x"u8.ToArray())).AsTask().WaitAsync(Patience.Longest));
        var notification = await Should.ThrowAsync<PublishException>(
            () => sender.Mediator.PublishAsync(new Bing(1)).AsTask().WaitAsync(Patience.Longest));

        (request.StatusCode, request.Remote).ShouldBe((StatusCode.DeadlineExceeded, "Red"));
        request.Message.ShouldBe(
            $"Ping to remote 'Red' (https://localhost:{_hole.Port}) was not answered within 1 s, the default deadline. "
                + "Set a deadline in the message's context (MessageContext.WithTimeout), or change Grpc:DefaultDeadline.");
        notification.InnerExceptions.ShouldHaveSingleItem().Message.ShouldContain("change Grpc:DefaultDeadline");
    }

    [Fact]
    public async Task A_deadline_of_its_own_wins_and_a_stream_has_none_by_default()
    {
        await using var sender = Sender(grpc => grpc.DefaultDeadline = Short);
        await using var items = sender.Mediator.CreateStream(new Numbers(int.MaxValue)).GetAsyncEnumerator();
        (await items.MoveNextAsync()).ShouldBeTrue();
        using var cancellation = new CancellationTokenSource();
        var longer = sender.Mediator.SendAsync(new Linger(), Patience.Context() with { CancellationToken = cancellation.Token }).AsTask();
        var shorter = await Should.ThrowAsync<MediatorException>(
            () => sender.Mediator.SendAsync(new Linger(), MessageContext.WithTimeout(Short / 10)).AsTask());

        await Should.ThrowAsync<MediatorException>(() => sender.Mediator.SendAsync(new Linger()).AsTask().WaitAsync(Patience.Longest));

        shorter.Message.ShouldContain("ended with DeadlineExceeded");
        longer.IsCompleted.ShouldBeFalse("its own deadline is later");
        for (var i = 0; i < 10_000; i++)
        {
            (await items.MoveNextAsync()).ShouldBeTrue("more than was buffered before");
        }

        await cancellation.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => longer);
    }

    public async ValueTask DisposeAsync()
    {
        await _hole.DisposeAsync();
        await _red.DisposeAsync();
        await _south.DisposeAsync();
        await _network.DisposeAsync();
    }

    private TestNode Sender(Action<GrpcSettings> change) => TestNode.Start("sender", null, [("Red", _hole.Port)], settings =>
    {
        settings.Remotes["Red"].Node = "north";
        change(settings.Grpc);
    }, tls: new CertificateTls(_south.Certificates));
}
