namespace Fathom.Tests.Transport.Connections.Strands;

/// <summary>
/// Runs a few threads against one strand in every order that can make a difference. Each thread stops at each
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

    /// <summary>Explores all of them; what a world finds wrong is thrown with the choices that lead there.</summary>
    public void Explore()
    {
        while (_open.TryPop(out var choices))
        {
            Runs++;
            try
            {
                Run(choices);
            }
            catch (Exception e)
            {
                throw new InvalidOperationException($"After the choices {string.Join(' ', choices)}: {e.Message}", e);
            }
        }
    }

    private void Run(int[] choices)
    {
        var world = create();
        using var threads = new SteppedThreads(world);
        var taken = new List<int>(choices);
        for (var step = 0; threads.Ready() is { Count: > 0 } ready; step++)
        {
            if (step >= choices.Length)
            {
                // Only the first way through a state looks at where else it leads.
                if (_met.Add($"{threads.State()}|{world.State()}"))
                {
                    foreach (var other in ready.Skip(1))
                    {
                        _open.Push([.. taken, other]);
                    }
                }
                else
                {
                    threads.Finish();
                    return;
                }

                taken.Add(ready[0]);
            }

            (step < MaxSteps).ShouldBeTrue($"the threads go round for ever: {threads.State()} | {world.State()}");
            threads.Step(taken[step]);
            world.Check();
        }

        threads.RequireAllFinished();
        world.CheckEnd();
    }
}
