using Fathom.Transport.Connections.Loops;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Transport.Connections.Loops;

public sealed class TimerHeapTests
{
    [Fact]
    public void The_first_is_always_the_one_due_first_whatever_is_added_and_removed()
    {
        Prop.ForAll<(bool Removes, ushort Number)[]>(Agrees).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Removing_what_is_in_no_heap_does_nothing()
    {
        var heap = new TimerHeap();
        var timer = Timer(3);
        heap.Add(timer);

        heap.Remove(Timer(1));
        heap.Count.ShouldBe(1);
        heap.Remove(timer);
        heap.Remove(timer);

        heap.Count.ShouldBe(0);
        heap.First.ShouldBeNull();
    }

    /// <summary>Against a list that is searched.</summary>
    private static void Agrees((bool Removes, ushort Number)[] steps)
    {
        var heap = new TimerHeap();
        List<LoopTimer> held = [];
        foreach (var (removes, number) in steps)
        {
            if (removes && held.Count > 0)
            {
                var timer = held[number % held.Count];
                held.Remove(timer);
                heap.Remove(timer);
                timer.HeapIndex.ShouldBe(-1);
            }
            else
            {
                held.Add(Timer(number));
                heap.Add(held[^1]);
            }

            heap.Count.ShouldBe(held.Count);
            heap.First?.DueAt.ShouldBe(held.Min(timer => timer.DueAt));
        }

        foreach (var due in held.Select(timer => timer.DueAt).Order())
        {
            heap.First!.DueAt.ShouldBe(due);
            heap.Remove(heap.First);
        }
    }

    // The heap never asks a timer for its loop.
    private static LoopTimer Timer(long due) => new(null!, static _ => { }, null) { DueAt = due };
}
