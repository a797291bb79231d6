using Fathom.Mediator.Messages;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Streams, on one node and between two.</summary>
public abstract class StreamTests(bool remote)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task All_items_come_in_order()
    {
        await using var nodes = new Nodes(remote);
        List<int> items = [];
        await foreach (var item in nodes.From.Mediator.CreateStream(new Numbers(1000)))
        {
            items.Add(item.Value);
        }

        items.ShouldBe(Enumerable.Range(1, 1000));
    }

    [Fact]
    public async Task Each_enumeration_is_a_stream_of_its_own()
    {
        await using var nodes = new Nodes(remote);
        var stream = nodes.From.Mediator.CreateStream(new Numbers(2));

        (await CountAsync(stream)).ShouldBe(2);
        (await CountAsync(stream)).ShouldBe(2);
        (await nodes.On.Log.Ended.WaitAsync(Patience)).ShouldBeTrue();
        (await nodes.On.Log.Ended.WaitAsync(Patience)).ShouldBeTrue();
    }

    [Fact]
    public async Task An_exception_ends_the_stream_after_the_items_before_it()
    {
        await using var nodes = new Nodes(remote);
        await using var items = nodes.From.Mediator.CreateStream(new Numbers(-2)).GetAsyncEnumerator();

        (await items.MoveNextAsync()).ShouldBeTrue();
        (await items.MoveNextAsync()).ShouldBeTrue();
        var failure = await Should.ThrowAsync<Exception>(async () => await items.MoveNextAsync());

        if (remote)
        {
            failure.ShouldBeOfType<RemoteHandlerException>().ExceptionType.ShouldBe(typeof(InvalidDataException).FullName);
        }
        else
        {
            failure.ShouldBeOfType<InvalidDataException>();
        }
    }

    [Fact]
    public async Task Leaving_the_enumeration_ends_the_handler()
    {
        await using var nodes = new Nodes(remote);
        await foreach (var item in nodes.From.Mediator.CreateStream(new Numbers(int.MaxValue)))
        {
            if (item.Value == 3)
            {
                break;
            }
        }

        (await nodes.On.Log.Ended.WaitAsync(Patience)).ShouldBeTrue();
    }

    [Theory]
    [InlineData("context")]
    [InlineData("enumeration")]
    [InlineData("either")]
    public async Task Its_context_and_its_enumeration_both_cancel_it(string by)
    {
        await using var nodes = new Nodes(remote);
        using var context = new CancellationTokenSource();
        using var enumeration = new CancellationTokenSource();
        var stream = nodes.From.Mediator.CreateStream(new Numbers(int.MaxValue), by == "enumeration" ? default : context.Token);
        await using var items = stream.GetAsyncEnumerator(by == "context" ? default : enumeration.Token);
        (await items.MoveNextAsync()).ShouldBeTrue();

        await (by == "context" ? context : enumeration).CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(async () =>
        {
            while (await items.MoveNextAsync())
            {
            }
        });
        (await nodes.On.Log.Ended.WaitAsync(Patience)).ShouldBeTrue();
    }

    [Fact]
    public async Task A_deadline_ends_it()
    {
        await using var nodes = new Nodes(remote);
        var items = 0;

        // On a machine that is busy with other things a deadline may pass before the first item: then a longer one.
        for (var deadline = TimeSpan.FromMilliseconds(200); items == 0; deadline *= 2)
        {
            var failure = await Should.ThrowAsync<MediatorException>(async () =>
            {
                await foreach (var item in nodes.From.Mediator.CreateStream(
                    new Numbers(int.MaxValue), MessageContext.WithTimeout(deadline)))
                {
                    items++;
                }
            });
            failure.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        }

        (await nodes.On.Log.Ended.WaitAsync(Patience)).ShouldBeTrue();
    }

    [Fact]
    public async Task Behaviours_of_streams_run_around_sending_and_around_handling()
    {
        var (sender, red) = TestNode.Pair(
            configureSender: b => b.AddSendingStreamBehavior(new Times(10)).AddStreamBehavior(new Times(1000)),
            configureRed: b => b.AddStreamBehavior<Numbers,
                Item>(new Times.Step<Numbers, Item>(2)).AddSendingStreamBehavior(new Times(1000)));
        await using var one = sender;
        await using var two = red;

        (await CountAsync((remote ? sender : red).Mediator.CreateStream(new Numbers(1)))).ShouldBe(remote ? 20 : 2);
    }

    private static async Task<int> CountAsync(IAsyncEnumerable<Item> items)
    {
        var count = 0;
        await foreach (var item in items)
        {
            count++;
        }

        return count;
    }

    public sealed class OnOneNode() : StreamTests(remote: false);

    public sealed class BetweenNodes() : StreamTests(remote: true);

    /// <summary>Says every item so many times.</summary>
    private sealed class Times(int times) : IStreamPipelineBehaviorFactory
    {
        public IStreamPipelineBehavior<TRequest, TItem>? Create<TRequest, TItem>(IServiceProvider services)
            where TRequest : class, IStreamRequest<TItem> => new Step<TRequest, TItem>(times);

        public sealed class Step<TRequest, TItem>(int times) : IStreamPipelineBehavior<TRequest, TItem>
            where TRequest : class, IStreamRequest<TItem>
        {
            public async IAsyncEnumerable<TItem> HandleAsync(
                TRequest request, MessageContext context, StreamHandlerDelegate<TRequest, TItem> next)
            {
                await foreach (var item in next(request, context))
                {
                    for (var i = 0; i < times; i++)
                    {
                        yield return item;
                    }
                }
            }
        }
    }

    private sealed class Nodes : IAsyncDisposable
    {
        private readonly (TestNode Sender, TestNode Red) _pair = TestNode.Pair();

        public Nodes(bool remote) => (From, On) = remote ? _pair : (_pair.Red, _pair.Red);

        public TestNode From { get; }

        public TestNode On { get; }

        public async ValueTask DisposeAsync()
        {
            await _pair.Sender.DisposeAsync();
            await _pair.Red.DisposeAsync();
        }
    }
}
