using System.Runtime.InteropServices;
using Fathom.Mediator.Messages;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Requests between two nodes on real sockets.</summary>
public class RequestTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly Ping Ping = new("hello"u8.ToArray());

    [Fact]
    public async Task A_request_goes_where_the_settings_say_and_else_to_its_own_node()
    {
        var (sender, red) = TestNode.Pair();
        await using var one = sender;
        await using var two = red;
        await using var alone = TestNode.Start("alone", null);

        (await sender.Mediator.SendAsync(Ping)).Node.ShouldBe("red");
        (await red.Mediator.SendAsync(Ping)).Node.ShouldBe("red");
        (await alone.Mediator.SendAsync(Ping)).Node.ShouldBe("alone");
        sender.Node.Remotes.Single().ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task Ten_mebibytes_there_and_back_are_the_same()
    {
        var (sender, red) = TestNode.Pair(s => s.Grpc.MaxMessageSize = 11 << 20, s => s.Grpc.MaxMessageSize = 11 << 20);
        await using var one = sender;
        await using var two = red;
        var payload = Transport.Messages.Pattern(10 << 20);

        var pong = await sender.Mediator.SendAsync(new Ping(payload), MessageContext.WithTimeout(Patience));

        pong.Payload.Span.SequenceEqual(payload).ShouldBeTrue();
    }

    [Fact]
    public async Task A_large_payload_is_part_of_the_memory_its_message_came_in_and_stays_though_more_comes()
    {
        var (sender, red) = TestNode.Pair();
        await using var one = sender;
        await using var two = red;
        var payload = Transport.Messages.Pattern(1 << 20);

        var pong = await sender.Mediator.SendAsync(new Ping(payload), MessageContext.WithTimeout(Patience));
        for (var i = 0; i < 8; i++)
        {
            await sender.Mediator.SendAsync(new Ping(new byte[1 << 20]), MessageContext.WithTimeout(Patience));
        }

        pong.Payload.Span.SequenceEqual(payload).ShouldBeTrue();
        MemoryMarshal.TryGetArray(pong.Payload, out var part).ShouldBeTrue();
        part.Array!.Length.ShouldBeInRange(payload.Length + 1, payload.Length + 100, "the message around it, and no array of a pool");
    }

    [Theory]
    [InlineData("lz4")]
    [InlineData("gzip")]
    public async Task Compressed_messages_are_the_same(string codec)
    {
        var (sender, red) = TestNode.Pair(Compress, Compress);
        await using var one = sender;
        await using var two = red;
        var payload = new byte[1 << 20];

        (await sender.Mediator.SendAsync(new Ping(payload))).Payload.Span.SequenceEqual(payload).ShouldBeTrue();

        void Compress(Fathom.Mediator.Settings.MediatorSettings settings)
        {
            settings.Grpc.Compression.Codec = codec;
            settings.Grpc.Compression.Mode = Fathom.Mediator.Settings.CompressionMode.Always;
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_exception_crosses_with_its_type_and_message_and_its_stack_only_where_that_is_wanted(bool detailed)
    {
        var (sender, red) = TestNode.Pair(red: s => s.Grpc.DetailedErrors = detailed);
        await using var one = sender;
        await using var two = red;

        var failure = await Should.ThrowAsync<RemoteHandlerException>(() => sender.Mediator.SendAsync(new Fail("äh, no")).AsTask());

        failure.ExceptionType.ShouldBe("System.IO.InvalidDataException");
        failure.Text.ShouldBe("äh, no");
        failure.Node.ShouldBe("red");
        failure.Remote.ShouldBe("Red");
        failure.Status.ShouldBe(new Status(StatusCode.Unknown, "InvalidDataException: äh, no"));
        failure.Message.ShouldBe("System.IO.InvalidDataException on node 'red': äh, no");
        (failure.Details?.Contains(nameof(FailHandler), StringComparison.Ordinal) ?? false).ShouldBe(detailed);
        red.Lines.Lines.ShouldContain(l => l.StartsWith("Error: The handler of Fail from ipv4:127.0.0.1:", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_exception_on_the_same_node_is_the_one_that_was_thrown()
    {
        await using var node = TestNode.Start("alone", null);

        (await Should.ThrowAsync<InvalidDataException>(async () => await node.Mediator.SendAsync(new Fail("plain")))).Message.ShouldBe(
            "plain");
    }

    [Fact]
    public async Task A_status_that_a_handler_chose_crosses()
    {
        var (sender, red) = TestNode.Pair();
        await using var one = sender;
        await using var two = red;

        var failure = await Should.ThrowAsync<MediatorException>(() => sender.Mediator.SendAsync(new Fail("status")).AsTask());

        failure.Status.ShouldBe(new Status(StatusCode.OutOfRange, "a handler's own"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_deadline_ends_the_request_and_its_handler_here_and_there(bool remote)
    {
        var (sender, red) = TestNode.Pair();
        await using var one = sender;
        await using var two = red;
        var (from, on) = remote ? (sender, red) : (red, red);

        // On a machine that is busy with other things a deadline may pass before the handler has begun: then a longer one.
        for (var deadline = TimeSpan.FromMilliseconds(200); on.Log.Began.CurrentCount == 0; deadline *= 2)
        {
            var failure = await Should.ThrowAsync<MediatorException>(
                () => from.Mediator.SendAsync(new Linger(), MessageContext.WithTimeout(deadline)).AsTask());
            failure.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
            failure.Message.ShouldContain(nameof(Linger));
        }

        (await on.Log.Ended.WaitAsync(Patience)).ShouldBeTrue("the handler's token was cancelled");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Cancelling_ends_the_request_and_its_handler_here_and_there(bool remote)
    {
        var (sender, red) = TestNode.Pair();
        await using var one = sender;
        await using var two = red;
        var (from, on) = remote ? (sender, red) : (red, red);
        using var cancellation = new CancellationTokenSource();

        var sending = from.Mediator.SendAsync(new Linger(), cancellation.Token).AsTask();
        (await on.Log.Began.WaitAsync(Patience)).ShouldBeTrue();
        await cancellation.CancelAsync();

        (await Should.ThrowAsync<OperationCanceledException>(() => sending)).CancellationToken.IsCancellationRequested.ShouldBeTrue();
        (await on.Log.Ended.WaitAsync(Patience)).ShouldBeTrue("the handler's token was cancelled");
    }

    [Fact]
    public async Task A_message_that_is_too_large_is_refused_in_gRPCs_words_by_whom_it_is_too_large_for_and_the_connection_goes_on()
    {
        var (sender, red) = TestNode.Pair(s => s.Grpc.MaxMessageSize = 3000, s => s.Grpc.MaxMessageSize = 2000);
        await using var one = sender;
        await using var two = red;

        var sent = await Should.ThrowAsync<MediatorException>(() => sender.Mediator.SendAsync(new Ping(new byte[4000])).AsTask());
        var received = await Should.ThrowAsync<MediatorException>(() => sender.Mediator.SendAsync(new Ping(new byte[2500])).AsTask());
        await sender.Mediator.SendAsync(Ping);

        sent.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, "Sent message larger than max (4003 vs. 3000)"));
        received.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, "Received message larger than max (2503 vs. 2000)"));
        sender.Node.Remotes.Single().ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task A_request_that_nobody_answers_says_what_to_configure_wherever_it_comes_from()
    {
        var (sender, red) = TestNode.Pair();
        await using var one = sender;
        await using var two = red;
        await using var third = TestNode.Start("third", null, [("Nowhere", red.Node.Address!.Port)]);

        var here = await Should.ThrowAsync<MediatorException>(async () => await sender.Mediator.SendAsync(new Orphan()));
        var there = await Should.ThrowAsync<RemoteHandlerException>(async () => await third.Mediator.SendAsync(new Orphan()));

        here.StatusCode.ShouldBe(StatusCode.Unimplemented);
        here.Message.ShouldBe(
            "Orphan has no handler on node 'unnamed', and its remote 'Nowhere' is not configured: set Remotes:Nowhere:Host and "
                + "Remotes:Nowhere:Port, or add a handler.");
        there.StatusCode.ShouldBe(StatusCode.Unimplemented);
        there.Node.ShouldBe("red");
        there.Text.ShouldStartWith("Orphan has no handler on node 'red'");
    }

    [Fact]
    public async Task Nodes_that_name_each_other_as_the_remote_of_a_request_do_not_pass_it_to_and_fro_for_ever()
    {
        var (first, second) = (FreePort.Next(), FreePort.Next());
        await using var one = TestNode.Start("one", first, [("Nowhere", second)], s => s.Notifications.MaxHops = 5);
        await using var two = TestNode.Start("two", second, [("Nowhere", first)], s => s.Notifications.MaxHops = 5);

        var failure = await Should.ThrowAsync<RemoteHandlerException>(
            () => one.Mediator.SendAsync(new Orphan(), MessageContext.WithTimeout(Patience)).AsTask());

        failure.StatusCode.ShouldBe(StatusCode.FailedPrecondition);
        failure.Text.ShouldContain("it would be hop 6, and Notifications:MaxHops is 5", Case.Sensitive, "five hops are taken");
    }

    [Fact]
    public async Task A_remote_that_is_down_fails_the_request_by_name_and_is_reached_when_it_is_back()
    {
        var port = FreePort.Next();
        await using var sender = TestNode.Start("sender", null, [("Red", port)]);

        var failure = await Should.ThrowAsync<MediatorException>(
            () => sender.Mediator.SendAsync(Ping, MessageContext.WithTimeout(Patience)).AsTask());
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Message.ShouldStartWith($"Ping to remote 'Red' (http://localhost:{port}) ended with Unavailable: Failed to connect");
        failure.Remote.ShouldBe("Red");

        for (var life = 1; life <= 2; life++)
        {
            await using var red = TestNode.Start($"red {life}", port);
            Pong? pong = null;
            await Eventually.HoldsAsync(() => (pong = TrySend(sender)) is not null, "the remote is back");
            pong!.Node.ShouldBe($"red {life}");
        }
    }

    [Fact]
    public async Task A_request_waits_for_a_remote_that_is_down_where_the_settings_say_so()
    {
        var port = FreePort.Next();
        await using var sender = TestNode.Start("sender", null, [("Red", port)], s => s.Remotes["Red"].WaitForReady = true);

        var sending = sender.Mediator.SendAsync(Ping, MessageContext.WithTimeout(Patience)).AsTask();
        var expiring = sender.Mediator.SendAsync(Ping, MessageContext.WithTimeout(TimeSpan.FromMilliseconds(100))).AsTask();
        (await Should.ThrowAsync<MediatorException>(() => expiring)).StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        await using var red = TestNode.Start("red", port);

        (await sending).Node.ShouldBe("red");
    }

    [Fact]
    public async Task Each_request_type_is_a_gRPC_method_that_any_client_may_call()
    {
        await using var red = TestNode.Start("red", FreePort.Next());
        await using var channel = new NativeChannel(new ChannelOptions { Address = red.Node.Address! });
        var method = new Method<byte[], byte[]>(
            MethodKind.Unary, "Fathom.FunctionalTests.Mediator.PingHandler", "Send", new BytesMarshaller(), new BytesMarshaller());

        (await channel.UnaryAsync(method, [0x0A, 1, 42])).ShouldBe([0x0A, 1, 42, 0x12, 3, (byte)'r', (byte)'e', (byte)'d']);
        (await Should.ThrowAsync<RpcException>(() => channel.UnaryAsync(method, [0x0A, 2, 42]))).StatusCode.ShouldBe(
            StatusCode.InvalidArgument);
    }

    [Fact]
    public async Task Behaviours_run_around_sending_and_around_handling_in_the_order_of_their_registration()
    {
        var trail = new Trail();
        var (sender, red) = TestNode.Pair(
            configureSender: b => b.AddBehavior(trail.Leave("not here")).AddSendingBehavior(trail.Leave("s1")).AddSendingBehavior<Ping,
                Pong>(new Trail.Step<Ping, Pong>(trail, "s2")),
            configureRed: b => b.AddBehavior(trail.Leave("h1")).AddBehavior(trail.Leave("h2")).AddSendingBehavior(trail.Leave("nor here")));
        await using var one = sender;
        await using var two = red;

        await sender.Mediator.SendAsync(Ping);

        trail.Steps.ShouldBe(["s1+", "s2+", "h1+", "h2+", "h2-", "h1-", "s2-", "s1-"]);
    }

    private static Pong? TrySend(TestNode sender)
    {
        try
        {
            return sender.Mediator.SendAsync(Ping, MessageContext.WithTimeout(Patience)).AsTask().GetAwaiter().GetResult();
        }
        catch (MediatorException e) when (e.StatusCode == StatusCode.Unavailable)
        {
            return null;
        }
    }
}
