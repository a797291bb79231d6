using Fathom.Mediator.Messages;
using Fathom.TestKit;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Requests;

/// <summary>What the sender of a request learns of its failure.</summary>
public class RequestFailureTests
{
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

    [Fact]
    public async Task A_message_that_is_too_large_is_refused_in_gRPCs_words_by_whom_it_is_too_large_for_and_the_connection_goes_on()
    {
        var (sender, red) = TestNode.Pair(s => s.Grpc.MaxMessageSize = 3000, s => s.Grpc.MaxMessageSize = 2000);
        await using var one = sender;
        await using var two = red;

        var sent = await Should.ThrowAsync<MediatorException>(() => sender.Mediator.SendAsync(new Ping(new byte[4000])).AsTask());
        var received = await Should.ThrowAsync<MediatorException>(() => sender.Mediator.SendAsync(new Ping(new byte[2500])).AsTask());
        await sender.Mediator.SendAsync(new Ping("hello"u8.ToArray()));

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
            () => one.Mediator.SendAsync(new Orphan(), Patience.Context()).AsTask());

        failure.StatusCode.ShouldBe(StatusCode.FailedPrecondition);
        failure.Text.ShouldContain("it would be hop 6, and Notifications:MaxHops is 5", Case.Sensitive, "five hops are taken");
    }
}
