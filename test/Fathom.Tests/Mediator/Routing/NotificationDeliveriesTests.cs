using Fathom.Mediator.Routing;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Mediator.Routing;

/// <summary>A notification counts as handled when it was handled: what a node does with each further copy of it.</summary>
public class NotificationDeliveriesTests
{
    private static readonly TimeSpan Retention = TimeSpan.FromMinutes(10);
    private static readonly HandlersOutcome Failed = new(true, new RpcException(new Status(StatusCode.Unknown, "oh")));

    private readonly VirtualTime _time = new();
    private readonly NotificationDeliveries _deliveries;

    public NotificationDeliveriesTests() => _deliveries = new NotificationDeliveries(new SeenNotifications(5000, Retention, _time));

    [Fact]
    public void A_copy_that_arrives_meanwhile_waits_for_the_handlers_and_not_for_other_nodes()
    {
        var first = Begin(1, "north");
        var second = Begin(1, "south");

        (first.IsFirst, second.IsFirst, second.HasJoined).ShouldBe((true, false, true));
        second.Delivery.ShouldBe(first.Delivery);
        second.Delivery!.Handled.IsCompleted.ShouldBeFalse();
        first.Delivery!.SetHandled(HandlersOutcome.Succeeded);
        second.Delivery.Handled.IsCompletedSuccessfully.ShouldBeTrue();
        second.Delivery.Ended.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public void A_copy_after_success_is_answered_at_once_until_its_id_is_forgotten()
    {
        End(Begin(1, "north"), 1, "north", HandlersOutcome.Succeeded);
        _deliveries.RunningCount.ShouldBe(0);

        Begin(1, "south").Outcome.ShouldBe(HandlersOutcome.Succeeded);
        Begin(1, "north").Outcome.ShouldBe(HandlersOutcome.Succeeded);

        _time.Advance(Retention);
        Begin(1, "south").IsFirst.ShouldBeTrue();
    }

    [Fact]
    public void A_failure_is_the_answer_to_other_paths_and_the_sender_that_got_it_may_try_again()
    {
        End(Begin(1, "north"), 1, "north", Failed);

        Begin(1, "south").Outcome.ShouldBe(Failed);
        Begin(1, "south").Outcome.ShouldBe(Failed);
        var again = Begin(1, "north");
        again.IsFirst.ShouldBeTrue();
        again.Delivery!.IsHandled.ShouldBeFalse();

        End(again, 1, "north", HandlersOutcome.Succeeded);
        Begin(1, "north").Outcome.ShouldBe(HandlersOutcome.Succeeded);
    }

    [Fact]
    public void A_failure_is_forgotten_with_its_id()
    {
        End(Begin(1, "north"), 1, "north", Failed);
        _time.Advance(Retention);

        Begin(1, "south").IsFirst.ShouldBeTrue();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void After_a_delivery_that_was_cancelled_the_next_copy_of_any_sender_is_delivered(bool withFailure)
    {
        var first = Begin(1, "north");
        first.Delivery!.Leave();
        var early = Begin(1, "south");
        (early.IsFirst, early.HasJoined, early.Delivery).ShouldBe((false, false, first.Delivery), "it waits for the end");
        first.Delivery.Token.IsCancellationRequested.ShouldBeTrue();
        End(first, 1, "north", withFailure ? Failed : HandlersOutcome.Interrupted, isForwarded: false);

        early.Delivery!.Ended.IsCompletedSuccessfully.ShouldBeTrue();
        var next = Begin(1, "south");

        next.IsFirst.ShouldBeTrue();
        next.Delivery!.IsHandled.ShouldBeFalse();
    }

    [Fact]
    public void Where_only_forwarding_was_cancelled_the_next_copy_is_forwarded_and_not_handled_again()
    {
        var first = Begin(1, "north");
        first.Delivery!.SetHandled(HandlersOutcome.Succeeded);
        first.Delivery.Leave();
        End(first, 1, "north", HandlersOutcome.Succeeded, isForwarded: false);

        var next = Begin(1, "south");

        (next.IsFirst, next.Delivery!.IsHandled).ShouldBe((true, true));
        End(next, 1, "south", HandlersOutcome.Succeeded);
        Begin(1, "east").Outcome.ShouldBe(HandlersOutcome.Succeeded);
    }

    [Fact]
    public void A_delivery_lasts_as_long_as_one_copy_is_not_cancelled()
    {
        var first = Begin(1, "north");
        Begin(1, "south").HasJoined.ShouldBeTrue();

        first.Delivery!.Leave();
        first.Delivery.Token.IsCancellationRequested.ShouldBeFalse();
        first.Delivery.Leave();
        first.Delivery.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void So_many_failures_are_kept_and_a_copy_of_an_older_one_is_handled_again()
    {
        for (var i = 0; i <= NotificationDeliveries.MaxUnsuccessful; i++)
        {
            End(Begin(i, "north"), i, "north", Failed);
        }

        Begin(0, "south").IsFirst.ShouldBeTrue();
        Begin(1, "south").Outcome.ShouldBe(Failed);
    }

    [Fact]
    public void What_comes_back_to_its_publisher_is_answered_at_once()
    {
        _deliveries.AddOwn(Id(1));

        Begin(1, "north").Outcome.ShouldBe(HandlersOutcome.Succeeded);
    }

    private NotificationDeliveries.Copy Begin(int number, string sender) => _deliveries.Begin(Id(number), sender, sender);

    private void End(NotificationDeliveries.Copy copy, int number, string sender, HandlersOutcome outcome, bool isForwarded = true) =>
        _deliveries.End(Id(number), sender, copy.Delivery!, outcome, isForwarded);

    private static Guid Id(int number) => new(number, 0, 0, new byte[8]);
}
