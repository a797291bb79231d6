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

    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(200);

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
    public Task A_request_without_a_deadline_ends_by_keepalive() => ByKeepAliveAsync(async sender =>
    {
        var sending = sender.Mediator.SendAsync(new Linger()).AsTask();
        if (await Task.WhenAny(sending, _red.Log.Began.WaitAsync(Patience.Longest)) == sending)
        {
            return false;
        }

        _hole.Close();
        var failure = await Should.ThrowAsync<MediatorException>(() => sending.WaitAsync(Patience.Longest));

        (failure.StatusCode, failure.Remote).ShouldBe((StatusCode.Unavailable, "Red"));
        failure.Message.ShouldStartWith($"Linger to remote 'Red' (https://localhost:{_hole.Port}) ended with Unavailable: ");
        failure.Message.ShouldEndWith("no answer to a keepalive PING in time (Grpc:KeepAliveTime, Grpc:KeepAliveTimeout)");
        return true;
    });

    [Fact]
    public Task A_stream_without_a_deadline_ends_by_keepalive() => ByKeepAliveAsync(async sender =>
    {
        var received = 0;
        var failure = await Should.ThrowAsync<MediatorException>(ReadToEndAsync().WaitAsync(Patience.Longest));
        failure.Message.ShouldEndWith("(Grpc:KeepAliveTime, Grpc:KeepAliveTimeout)");
        return received > 0;

        async Task ReadToEndAsync()
        {
            await foreach (var _ in sender.Mediator.CreateStream(new Numbers(int.MaxValue)))
            {
                // What was under way comes yet.
                received++;
                _hole.Close();
            }
        }
    });

    [Fact]
    public async Task A_request_and_a_notification_without_a_deadline_end_by_the_default_deadline()
    {
        new GrpcSettings().DefaultDeadline.ShouldBe(SecurityPage.Time("30 s, unless"));
        await using var sender = Sender(grpc => (grpc.KeepAliveTime, grpc.DefaultDeadline) = (Never, Short));
        await sender.Mediator.SendAsync(new Ping("x"u8.ToArray()), Patience.Context());
        _hole.Close();

        var request = await Should.ThrowAsync<MediatorException>(
            () => sender.Mediator.SendAsync(new Ping("x"u8.ToArray())).AsTask().WaitAsync(Patience.Longest));
        var notification = await Should.ThrowAsync<PublishException>(
            () => sender.Mediator.PublishAsync(new Bing(1)).AsTask().WaitAsync(Patience.Longest));

        (request.StatusCode, request.Remote).ShouldBe((StatusCode.DeadlineExceeded, "Red"));
        request.Message.ShouldBe(
            $"Ping to remote 'Red' (https://localhost:{_hole.Port}) was not answered within 0.2 s, the default deadline. "
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

    /// <summary>With times so short that a busy machine may let them pass before anything has arrived: then again with longer
    /// ones.</summary>
    /// <param name="attempt">False where nothing had arrived.</param>
    private async Task ByKeepAliveAsync(Func<TestNode, Task<bool>> attempt)
    {
        for (var (time, isDone) = (Short, false); !isDone; time *= 2)
        {
            await using var sender = Sender(
                grpc => (grpc.KeepAliveTime, grpc.KeepAliveTimeout, grpc.DefaultDeadline) = (time, time, Never));
            isDone = await attempt(sender);
        }
    }

    private TestNode Sender(Action<GrpcSettings> change) => TestNode.Start("sender", null, [("Red", _hole.Port)], settings =>
    {
        settings.Remotes["Red"].Node = "north";
        change(settings.Grpc);
    }, tls: new CertificateTls(_south.Certificates));
}
