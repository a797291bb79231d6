using Fathom.Mediator.Messages;
using Fathom.TestKit;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Requests;

/// <summary>Requests to a remote that is down.</summary>
public class UnavailableRemoteTests
{
    private static readonly Ping Ping = new("hello"u8.ToArray());

    [Fact]
    public async Task A_remote_that_is_down_fails_the_request_by_name_and_is_reached_when_it_is_back()
    {
        var port = FreePort.Next();
        await using var sender = TestNode.Start("sender", null, [("Red", port)]);

        var failure = await Should.ThrowAsync<MediatorException>(
            () => sender.Mediator.SendAsync(Ping, Patience.Context()).AsTask());
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Message.ShouldStartWith($"Ping to remote 'Red' (http://localhost:{port}) ended with Unavailable: Failed to connect");
        failure.Remote.ShouldBe("Red");

        for (var life = 1; life <= 2; life++)
        {
            await using var red = TestNode.Start($"red {life}", port);
            Pong? pong = null;
            await Eventually.HoldsAsync(async () => (pong = await TrySendAsync(sender)) is not null, "the remote is back");
            pong!.Node.ShouldBe($"red {life}");
        }
    }

    [Fact]
    public async Task A_request_waits_for_a_remote_that_is_down_where_the_settings_say_so()
    {
        var port = FreePort.Next();
        await using var sender = TestNode.Start("sender", null, [("Red", port)], s => s.Remotes["Red"].WaitForReady = true);

        var sending = sender.Mediator.SendAsync(Ping, Patience.Context()).AsTask();
        var expiring = sender.Mediator.SendAsync(Ping, MessageContext.WithTimeout(TimeSpan.FromMilliseconds(100))).AsTask();
        (await Should.ThrowAsync<MediatorException>(() => expiring)).StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        await using var red = TestNode.Start("red", port);

        (await sending).Node.ShouldBe("red");
    }

    private static async Task<Pong?> TrySendAsync(TestNode sender)
    {
        try
        {
            return await sender.Mediator.SendAsync(Ping, Patience.Context());
        }
        catch (MediatorException e) when (e.StatusCode == StatusCode.Unavailable)
        {
            return null;
        }
    }
}
