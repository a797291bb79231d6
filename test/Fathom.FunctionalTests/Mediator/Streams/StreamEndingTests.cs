using Fathom.Mediator.Messages;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Streams;

/// <summary>Streams that their reader leaves, cancels or gives a deadline: the handler ends too.</summary>
public abstract class StreamEndingTests(bool remote)
{
    [Fact]
    public async Task Leaving_the_enumeration_ends_the_handler()
    {
        await using var nodes = new StreamNodes(remote);
        await foreach (var item in nodes.From.Mediator.CreateStream(new Numbers(int.MaxValue)))
        {
            if (item.Value == 3)
            {
                break;
            }
        }

        (await nodes.On.Log.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue();
    }

    [Theory]
    [InlineData("context")]
    [InlineData("enumeration")]
    [InlineData("either")]
    public async Task Its_context_and_its_enumeration_both_cancel_it(string by)
    {
        await using var nodes = new StreamNodes(remote);
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
        (await nodes.On.Log.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue();
    }

    [Fact]
    public async Task A_deadline_ends_it()
    {
        await using var nodes = new StreamNodes(remote);
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

        (await nodes.On.Log.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue();
    }

    public sealed class OnOneNode() : StreamEndingTests(remote: false);

    public sealed class BetweenNodes() : StreamEndingTests(remote: true);
}
