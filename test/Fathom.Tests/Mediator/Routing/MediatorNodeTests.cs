using Fathom.Mediator;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.TestKit;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.Tests.Mediator.Routing;

/// <summary>What a node does without a network: which handler, in what order, and what is refused.</summary>
public sealed class MediatorNodeTests : IAsyncDisposable
{
    private readonly VirtualTime _time = new();
    private readonly TellHandler.Told _told = new();
    private readonly List<MediatorNode> _nodes = [];

    [Fact]
    public async Task A_handler_that_was_found_answers() => (await Start().SendAsync(new Ask(1))).Number.ShouldBe(42);

    [Fact]
    public async Task A_handler_registered_by_hand_goes_before_one_that_was_found() =>
        (await Start(b => b.AddRequestHandler(new AskBy((ask, _) => new(new Answer(ask.Number + 1)))))
            .SendAsync(new Ask(1))).Number.ShouldBe(2);

    [Fact]
    public async Task A_handler_may_be_made_by_a_delegate_for_each_request()
    {
        var made = 0;
        var mediator = Start(b => b.AddRequestHandler<Ask, Answer>(_ => new AskBy((_, _) => new(new Answer(made++)))));

        (await mediator.SendAsync(new Ask(1))).Number.ShouldBe(0);
        (await mediator.SendAsync(new Ask(1))).Number.ShouldBe(1);
    }

    [Fact]
    public async Task A_handler_made_from_services_lives_as_long_as_its_message()
    {
        var mediator = Start();
        await mediator.PublishAsync(new Tell(1));
        await mediator.PublishAsync(new Tell(2));

        _told.Numbers.ShouldBe([1, 2]);
        _told.Disposed.ShouldBe(2);
    }

    [Fact]
    public async Task A_request_to_a_handler_that_answers_at_once_allocates_nothing()
    {
        var mediator = Start();
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
    public async Task A_behaviour_may_answer_by_itself_try_again_and_change_the_request()
    {
        var mediator = Start(b => b
            .AddBehavior(new Around((ask, context, next) => ask.Number < 0 ? new(new Answer(0)) : next(ask, context)))
            .AddBehavior(new Around(async (ask, context, next) =>
                new Answer((await next(ask, context)).Number + (await next(ask, context)).Number)))
            .AddBehavior(new Around((ask, context, next) => next(new Ask(ask.Number * 10), context)))
            .AddRequestHandler(new AskBy((ask, _) => new(new Answer(ask.Number)))));

        (await mediator.SendAsync(new Ask(-1))).Number.ShouldBe(0);
        (await mediator.SendAsync(new Ask(3))).Number.ShouldBe(60);
    }

    [Fact]
    public async Task A_deadline_holds_on_the_same_node_too()
    {
        CancellationToken seen = default;
        var never = new TaskCompletionSource<Answer>();
        var mediator = Start(b => b.AddRequestHandler(new AskBy((_, context) =>
        {
            seen = context.CancellationToken;
            return new(never.Task);
        })));

        var asking = mediator.SendAsync(new Ask(1), MessageContext.WithTimeout(TimeSpan.FromSeconds(5), _time)).AsTask();
        _time.Advance(TimeSpan.FromSeconds(4.9));
        asking.IsCompleted.ShouldBeFalse();
        _time.Advance(TimeSpan.FromSeconds(0.2));

        (await Should.ThrowAsync<MediatorException>(() => asking)).Message.ShouldBe("Ask was not handled within its deadline.");
        seen.IsCancellationRequested.ShouldBeTrue();
        (await Should.ThrowAsync<MediatorException>(
            () => mediator.SendAsync(new Ask(1), MessageContext.WithTimeout(TimeSpan.Zero, _time)).AsTask()))
            .StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    [Fact]
    public async Task A_behaviour_of_notifications_may_change_them_try_again_and_keep_them_from_a_handler()
    {
        var fails = 1;
        var mediator = Start(b => b
            .AddNotificationBehavior(new AroundTell((tell, context, next) => tell.Number < 0 ? default : next(tell, context)))
            .AddNotificationBehavior(new AroundTell(async (tell, context, next) =>
            {
                try
                {
                    await next(tell, context);
                }
                catch (InvalidDataException)
                {
                    await next(tell, context);
                }
            }))
            .AddNotificationBehavior(new AroundTell(
                (tell, context, next) => fails-- > 0 ? throw new InvalidDataException() : next(new Tell(tell.Number * 10), context))));

        await mediator.PublishAsync(new Tell(-1));
        await mediator.PublishAsync(new Tell(3));

        _told.Numbers.ShouldBe([30]);
    }

    [Fact]
    public async Task What_a_behaviour_of_notifications_throws_is_a_failure_of_the_handler_it_is_around_and_of_no_other()
    {
        var handled = 0;
        var mediator = Start(b => b
            .AddNotificationBehavior(new FailingFor(first: true))
            .AddNotificationHandler(new TellBy(() => handled++)));

        var failure = await Should.ThrowAsync<PublishException>(() => mediator.PublishAsync(new Tell(1)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<InvalidDataException>();
        (handled + _told.Numbers.Count).ShouldBe(1, "one of the two");
    }

    [Fact]
    public async Task A_notification_that_nobody_handles_is_no_fault()
    {
        await using var node = Node(b => b.AddNotification<Tell>("tell"), services: false);
        node.Start();
        await node.Mediator.PublishAsync(new Tell(1));
    }

    [Fact]
    public async Task A_notification_that_is_late_on_the_same_node_is_a_failure_among_others()
    {
        var mediator = Start();

        var failure = await Should.ThrowAsync<PublishException>(
            () => mediator.PublishAsync(new Tell(1), MessageContext.WithTimeout(TimeSpan.Zero, _time)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<MediatorException>().StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    [Fact]
    public void What_does_not_fit_together_is_named_at_once_when_the_node_starts()
    {
        var node = Node(
            b => b.AddHandlersOfFathomTests().AddRequestHandler(new AskBy((_, _) => default))
                .AddRequestHandler(new AskBy((_, _) => default)), services: false);

        Should.Throw<InvalidOperationException>(node.Start).Message.ShouldBe(
            "The node cannot start. Ask has 2 handlers; exactly one is accepted. Register one of them by hand: it takes precedence over "
            + "handlers that the generator discovered. "
            + "A handler of Tell has constructor parameters, and the node has no services to create it from: set "
            + "NodeDependencies.Services, or register the handler by hand.");
    }

    [Fact]
    public async Task A_service_that_is_missing_is_named()
    {
        var node = Node(b => b.AddHandlersOfFathomTests(), new ServiceCollection().BuildServiceProvider());
        node.Start();

        var failure = await Should.ThrowAsync<PublishException>(() => node.Mediator.PublishAsync(new Tell(1)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().Message.ShouldBe(
            "Fathom.Tests.Mediator.Routing.TellHandler needs a Told, and no such service is registered. Register the service, or the "
            + "handler by hand.");
    }

    [Fact]
    public async Task A_message_that_is_not_registered_and_a_node_that_has_not_started_are_said()
    {
        var node = Node(_ => { });
        (await Should.ThrowAsync<InvalidOperationException>(() => node.Mediator.SendAsync(new Ask(1)).AsTask())).Message.ShouldStartWith(
            "The node has not started");
        node.Start();
        (await Should.ThrowAsync<InvalidOperationException>(() => node.Mediator.SendAsync(new Ask(1)).AsTask())).Message
            .ShouldBe(
            "The node does not know Ask. Register the messages of Fathom.Tests with the generated AddHandlersOf... of that assembly.");
        Should.Throw<InvalidOperationException>(node.Start).Message.ShouldBe(
            "The node was started before. A node starts once: create a new one.");
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes)
        {
            await node.DisposeAsync();
        }
    }

    private IMediator Start(Action<MediatorBuilder>? configure = null)
    {
        var node = Node(b =>
        {
            b.AddHandlersOfFathomTests();
            configure?.Invoke(b);
        });
        node.Start();
        return node.Mediator;
    }

    private MediatorNode Node(Action<MediatorBuilder> configure, bool services = true) =>
        Node(configure, services ? new ServiceCollection().AddSingleton(_told).BuildServiceProvider() : null);

    private MediatorNode Node(Action<MediatorBuilder> configure, IServiceProvider? services)
    {
        var node = new MediatorNode(new MediatorSettings(), configure, new NodeDependencies { Services = services, Time = _time });
        _nodes.Add(node);
        return node;
    }

    private sealed class Around(Func<Ask, MessageContext, RequestHandlerDelegate<Ask, Answer>, ValueTask<Answer>> handle)
        : IPipelineBehavior<Ask, Answer>
    {
        public ValueTask<Answer> HandleAsync(Ask request, MessageContext context, RequestHandlerDelegate<Ask, Answer> next) =>
            handle(request, context, next);
    }

    private sealed class AroundTell(Func<Tell, MessageContext, NotificationHandlerDelegate<Tell>, ValueTask> handle)
        : INotificationBehavior<Tell>
    {
        public ValueTask HandleAsync(Tell notification, MessageContext context, NotificationHandlerDelegate<Tell> next) =>
            handle(notification, context, next);
    }

    /// <summary>Lets all pass but the first.</summary>
    private sealed class FailingFor(bool first) : INotificationBehaviorFactory
    {
        private bool _first = first;

        public INotificationBehavior<TNotification>? Create<TNotification>(IServiceProvider services)
            where TNotification : class, INotification => new Behavior<TNotification>(this);

        private sealed class Behavior<TNotification>(FailingFor owner) : INotificationBehavior<TNotification>
            where TNotification : class, INotification
        {
            public ValueTask HandleAsync(TNotification notification, MessageContext context,
                NotificationHandlerDelegate<TNotification> next) =>
                Interlocked.Exchange(ref owner._first, false) ? throw new InvalidDataException() : next(notification, context);
        }
    }

    [ManualRegistration]
    private sealed class TellBy(Action told) : INotificationHandler<Tell>
    {
        public ValueTask HandleAsync(Tell notification, MessageContext context)
        {
            told();
            return default;
        }
    }
}
