using Fathom.Mediator.Messages;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Requests;

/// <summary>Requests that a deadline or a cancellation ends.</summary>
public class RequestEndingTests
{
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

        (await on.Log.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue("the handler's token was cancelled");
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
        (await on.Log.Began.WaitAsync(Patience.Longest)).ShouldBeTrue();
        await cancellation.CancelAsync();

        (await Should.ThrowAsync<OperationCanceledException>(() => sending)).CancellationToken.IsCancellationRequested.ShouldBeTrue();
        (await on.Log.Ended.WaitAsync(Patience.Longest)).ShouldBeTrue("the handler's token was cancelled");
    }
}
