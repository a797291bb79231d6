using Fathom.TestKit;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Tests.Transport.Connections.Loops;

/// <summary>Handlers on the thread pool that wait for a turn.</summary>
public sealed class PoolTurnsTests
{
    private readonly Queue<IThreadPoolWorkItem> _pool = new();

    [Fact]
    public void Before_a_new_call_there_are_as_many_turns_as_the_page_says_and_all_come_in_order()
    {
        const int Waiting = 1000;
        var most = SecurityPage.Number("16 turns of other handlers");
        var turns = new PoolTurns(_pool.Enqueue);
        List<int> ran = [];
        for (var i = 0; i < Waiting; i++)
        {
            var number = i;
            turns.Post(() => ran.Add(number));
        }

        while (_pool.TryDequeue(out var next))
        {
            (_pool.Count + 1).ShouldBeLessThanOrEqualTo(most);
            next.Execute();
        }

        ran.ShouldBe(Enumerable.Range(0, Waiting));
    }

    [Fact]
    public void A_handler_that_blocks_its_thread_holds_up_no_other()
    {
        var turns = new PoolTurns(_pool.Enqueue);
        var ran = false;
        turns.Post(() =>
        {
            // On the threads that are left.
            while (_pool.TryDequeue(out var next))
            {
                next.Execute();
            }

            ran.ShouldBeTrue();
        });
        turns.Post(() => ran = true);

        _pool.Dequeue().Execute();
    }

    [Fact]
    public async Task Many_threads_post_and_none_is_lost()
    {
        const int Each = 10_000;
        var ran = 0;
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() =>
        {
            for (var i = 0; i < Each; i++)
            {
                PoolTurns.Shared.Post(() => Interlocked.Increment(ref ran));
            }
        })));

        await Eventually.HoldsAsync(() => Volatile.Read(ref ran) == 4 * Each, "all ran");
    }
}
