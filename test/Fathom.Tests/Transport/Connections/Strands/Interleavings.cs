namespace Fathom.Tests.Transport.Connections.Strands;

/// <summary>
/// Runs a few threads against one strand in the orders that can make a difference. Each thread stops at each
/// <see cref="Fathom.Transport.Connections.Strands.StrandPoint"/>, and one at a time goes on. A run follows a list of choices; at each
/// choice the others are noted for later runs, unless the same state was met before.
/// </summary>
internal sealed class Interleavings(Func<IStrandWorld> create)
{
    private const int MaxSteps = 500;

    private readonly Stack<int[]> _open = new([[]]);
    private readonly HashSet<string> _met = [];

    /// <summary>Number of runs so far.</summary>
    public int Runs { get; private set; }

    /// <summary>Explores all orders; what a world finds wrong is thrown with the choices that lead there.</summary>
    public void Explore()
    {
        using var threads = new SteppedThreads(create().Threads.Count);
        while (_open.TryPop(out var choices))
        {
            Run(threads, (step, taken, ready, state) => step < choices.Length ? choices[step] : Branch(taken, ready, state));
        }
    }

    /// <summary>Tries orders at random, for more threads than can be explored.</summary>
    public void Sample(int runs, int seed)
    {
        using var threads = new SteppedThreads(create().Threads.Count);
        var random = new Random(seed);
        for (var run = 0; run < runs; run++)
        {
            Run(threads, (_, _, ready, _) => ready[random.Next(ready.Count)]);
        }
    }

    private void Run(SteppedThreads threads, Func<int, List<int>, IReadOnlyList<int>, Func<string>, int?> choose)
    {
        Runs++;
        var world = create();
        var taken = new List<int>();
        var isOver = false;
        try
        {
            threads.Run(world, () =>
            {
                world.Check();
                var ready = threads.Ready();
                isOver = ready.Count == 0;
                if (isOver)
                {
                    threads.RequireAllFinished();
                    return null;
                }

                (taken.Count < MaxSteps).ShouldBeTrue($"the threads go round for ever: {threads.State()} | {world.State()}");
                var next = choose(taken.Count, taken, ready, () => $"{threads.State()}|{world.State()}");
                taken.AddRange(next is { } number ? [number] : []);
                return next;
            });
            if (isOver)
            {
                world.CheckEnd();
            }
        }
        catch (Exception e)
        {
            throw new InvalidOperationException($"After the choices {string.Join(' ', taken)}: {e.Message}", e);
        }
    }

    /// <summary>The first thread that is ready, the others being noted; null in a state that was met before: only the first way through it
    /// looks at where else it leads.</summary>
    private int? Branch(List<int> taken, IReadOnlyList<int> ready, Func<string> state)
    {
        if (!_met.Add(state()))
        {
            return null;
        }

        foreach (var other in ready.Skip(1))
        {
            _open.Push([.. taken, other]);
        }

        return ready[0];
    }
}
