using Fathom.Mediator.Remotes;
using Fathom.TestKit;

namespace Fathom.Tests.Mediator.Remotes;

/// <summary>How much a node has on its way to a remote: no more than the limit, in the order in which it was published.</summary>
public class SendBudgetTests
{
    private const int Half = 4096;

    private readonly VirtualTime _time = new();
    private readonly SendBudget _budget = new(3 * Half);

    [Fact]
    public async Task What_has_no_room_waits_and_the_first_comes_first()
    {
        var (first, second) = (await EnterAsync(Half), await EnterAsync(Half));
        var (large, small) = (EnterAsync(2 * Half), EnterAsync(1));

        (large.IsCompleted, small.IsCompleted).ShouldBe((false, false), "the small one does not overtake");
        first!.Dispose();
        large.IsCompleted.ShouldBeFalse();
        second!.Dispose();

        (await large).ShouldNotBeNull();
        (await small).ShouldNotBeNull();
    }

    [Fact]
    public async Task What_is_larger_than_the_limit_goes_alone()
    {
        var alone = await EnterAsync(100 * Half);
        var next = EnterAsync(1);

        next.IsCompleted.ShouldBeFalse();
        alone!.Dispose();
        (await next).ShouldNotBeNull();
    }

    [Fact]
    public async Task Who_gives_up_makes_room_for_the_next()
    {
        var all = await EnterAsync(100 * Half);
        using var cancellation = new CancellationTokenSource();
        var late = EnterAsync(1, TimeSpan.FromSeconds(1));
        var cancelled = EnterAsync(1, token: cancellation.Token);
        var patient = EnterAsync(1);

        _time.Advance(TimeSpan.FromSeconds(1));
        (await late).ShouldBeNull();
        await cancellation.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(cancelled);
        all!.Dispose();

        (await patient).ShouldNotBeNull();
    }

    private Task<IDisposable?> EnterAsync(int size, TimeSpan? timeout = null, CancellationToken token = default) =>
        _budget.EnterAsync(size, timeout ?? Timeout.InfiniteTimeSpan, _time, token).AsTask();
}
