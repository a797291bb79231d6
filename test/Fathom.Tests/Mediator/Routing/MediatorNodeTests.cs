using Fathom.Mediator.Messages;
using Fathom.TestKit;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Mediator.Routing;

/// <summary>Which handler a node gives a message to, and until when, without a network.</summary>
public sealed class MediatorNodeTests : IAsyncDisposable
{
    private readonly LocalNodes _nodes = new();

    [Fact]
    public async Task A_handler_that_was_found_answers() => (await _nodes.Start().SendAsync(new Ask(1))).Number.ShouldBe(42);

    [Fact]
    public async Task A_handler_registered_by_hand_goes_before_one_that_was_found() =>
        (await _nodes.Start(b => b.AddRequestHandler(new AskBy((ask, _) => new(new Answer(ask.Number + 1)))))
            .SendAsync(new Ask(1))).Number.ShouldBe(2);

    [Fact]
    public async Task A_handler_may_be_made_by_a_delegate_for_each_request()
    {
        var made = 0;
        var mediator = _nodes.Start(b => b.AddRequestHandler<Ask, Answer>(_ => new AskBy((_, _) => new(new Answer(made++)))));

        (await mediator.SendAsync(new Ask(1))).Number.ShouldBe(0);
        (await mediator.SendAsync(new Ask(1))).Number.ShouldBe(1);
    }

    [Fact]
    public async Task A_handler_made_from_services_lives_as_long_as_its_message()
    {
        var mediator = _nodes.Start();
        await mediator.PublishAsync(new Tell(1));
        await mediator.PublishAsync(new Tell(2));

        _nodes.Told.Numbers.ShouldBe([1, 2]);
        _nodes.Told.Disposed.ShouldBe(2);
    }

    [Fact]
    public async Task A_request_to_a_handler_that_answers_at_once_allocates_nothing()
    {
        var mediator = _nodes.Start();
        var ask = new Ask(1);
        for (var i = 0; i < 100; i++)
        {
            await mediator.SendAsync(ask);
        }

        var (asked, answered) = (0, 0);
        Allocations.OfARound(() =>
        {
            for (var i = 0; i < 1000; i++, asked++)
            {
                answered += IsAnswered(mediator.SendAsync(ask)) ? 1 : 0;
            }
        }).ShouldBe(0);
        answered.ShouldBe(asked);

        static bool IsAnswered(ValueTask<Answer> answer) => answer.IsCompletedSuccessfully;
    }

    [Fact]
    public async Task A_deadline_holds_on_the_same_node_too()
    {
        CancellationToken seen = default;
        var never = new TaskCompletionSource<Answer>();
        var mediator = _nodes.Start(b => b.AddRequestHandler(new AskBy((_, context) =>
        {
            seen = context.CancellationToken;
            return new(never.Task);
        })));

        var asking = mediator.SendAsync(new Ask(1), MessageContext.WithTimeout(TimeSpan.FromSeconds(5), _nodes.Time)).AsTask();
        _nodes.Time.Advance(TimeSpan.FromSeconds(4.9));
        asking.IsCompleted.ShouldBeFalse();
        _nodes.Time.Advance(TimeSpan.FromSeconds(0.2));

        (await Should.ThrowAsync<MediatorException>(() => asking)).Message.ShouldBe("Ask was not handled within its deadline.");
        seen.IsCancellationRequested.ShouldBeTrue();
        (await Should.ThrowAsync<MediatorException>(
            () => mediator.SendAsync(new Ask(1), MessageContext.WithTimeout(TimeSpan.Zero, _nodes.Time)).AsTask()))
            .StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    [Fact]
    public async Task A_deadline_of_years_holds_too()
    {
        var never = new TaskCompletionSource<Answer>();
        var mediator = _nodes.Start(b => b.AddRequestHandler(new AskBy((_, _) => new(never.Task))));

        var asking = mediator.SendAsync(new Ask(1), MessageContext.WithTimeout(TimeSpan.FromDays(730), _nodes.Time)).AsTask();
        _nodes.Time.Advance(TimeSpan.FromDays(729));
        asking.IsCompleted.ShouldBeFalse();
        _nodes.Time.Advance(TimeSpan.FromDays(1));

        (await Should.ThrowAsync<MediatorException>(() => asking)).StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    [Fact]
    public async Task A_notification_that_nobody_handles_is_no_fault()
    {
        await using var node = _nodes.Node(b => b.AddNotification<Tell>("tell"), services: false);
        node.Start();
        await node.Mediator.PublishAsync(new Tell(1));
    }

    [Fact]
    public async Task A_notification_that_is_late_on_the_same_node_is_a_failure_among_others()
    {
        var mediator = _nodes.Start();

        var failure = await Should.ThrowAsync<PublishException>(
            () => mediator.PublishAsync(new Tell(1), MessageContext.WithTimeout(TimeSpan.Zero, _nodes.Time)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<MediatorException>().StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    public ValueTask DisposeAsync() => _nodes.DisposeAsync();
}
