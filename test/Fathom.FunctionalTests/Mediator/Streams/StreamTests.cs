using Fathom.Mediator.Messages;

namespace Fathom.FunctionalTests.Mediator.Streams;

/// <summary>The items of streams, on one node and between two.</summary>
public abstract class StreamTests(bool remote)
{
    [Fact]
    public async Task All_items_come_in_order()
    {
        await using var nodes = new StreamNodes(remote);
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
        await using var nodes = new StreamNodes(remote);
        var stream = nodes.From.Mediator.CreateStream(new Numbers(2));

        (await CountAsync(stream)).ShouldBe(2);
        (await CountAsync(stream)).ShouldBe(2);
        (await nodes.On.Log.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue();
        (await nodes.On.Log.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue();
    }

    [Fact]
    public async Task An_exception_ends_the_stream_after_the_items_before_it()
    {
        await using var nodes = new StreamNodes(remote);
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
}
