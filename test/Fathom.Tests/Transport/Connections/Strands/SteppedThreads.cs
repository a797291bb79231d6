using Fathom.Transport.Connections.Strands;

namespace Fathom.Tests.Transport.Connections.Strands;

/// <summary>
/// Threads of a world that stop at each point of their way through its strand, and go on one at a time. The thread that stops decides who
/// goes on, so that nothing is switched where it is that thread itself; and the threads serve one world after another. Three new threads
/// for each world, and one more to tell them, took seven times as long.
/// </summary>
internal sealed class SteppedThreads : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [ThreadStatic]
    private static Walker? t_walker;

    private readonly SemaphoreSlim _over = new(0);
    private readonly Walker[] _walkers;
    private Func<int?> _next = () => null;
    private Exception? _failure;
    private Walker? _holder;
    private volatile bool _free;

    public SteppedThreads(int count) => _walkers = [.. Enumerable.Range(0, count).Select(number => new Walker(this, number))];

    /// <summary>Runs the threads of a world, as many as were announced, to their ends.</summary>
    /// <param name="world">The world.</param>
    /// <param name="next">Says which thread goes on to its next point, or to its end; null to let all run to their ends in any order. What
    /// it throws is thrown, and so is what a thread throws.</param>
    public void Run(IStrandWorld world, Func<int?> next)
    {
        world.OnPoint = At;
        (_next, _failure, _holder, _free) = (next, null, null, false);
        foreach (var walker in _walkers)
        {
            walker.Begin(world.Threads[walker.Number]);
        }

        Decide(null);
        var isOver = _over.Wait(Patience);
        _free = true;
        isOver.ShouldBeTrue($"a thread neither came to a point nor ended: {State()}");
        foreach (var walker in _walkers.Where(walker => !walker.IsDone).ToList())
        {
            walker.Release();
        }

        var waiting = _walkers.Where(walker => !walker.Ends()).Select(walker => walker.Number).ToList();
        if (_failure is { } failure)
        {
            throw new InvalidOperationException(failure.Message, failure);
        }

        waiting.ShouldBeEmpty("these threads did not end");
    }

    /// <summary>The threads that can go on now, by number: not done, and not about to wait for a strand that another one is in.</summary>
    public IReadOnlyList<int> Ready() =>
        [.. _walkers.Where(walker => !walker.IsDone && (walker.Point != StrandPoint.Entering || _holder is null))
            .Select(walker => walker.Number)];

    /// <summary>Where all threads are. A thread comes in within its first two steps; later it is on its way out, however often it goes
    /// round.</summary>
    public string State() =>
        string.Join(',', _walkers.Select(walker => walker.IsDone ? "-" : $"{Math.Min(walker.Steps, 3)}{walker.Point}"))
        + $",{_holder?.Number}";

    public void RequireAllFinished() => _walkers.ShouldAllBe(walker => walker.IsDone, "a thread waits for ever");

    public void Dispose()
    {
        foreach (var walker in _walkers)
        {
            walker.Dispose();
        }

        _over.Dispose();
    }

    private void At(StrandPoint point)
    {
        if (t_walker is { } walker && !_free)
        {
            walker.Point = point;
            Decide(walker);
        }
    }

    // One thread at a time is here: that which stopped or ended, or at first the one that runs the world.
    private void Decide(Walker? stopped)
    {
        int? number = null;
        try
        {
            Note(stopped);
            number = _next();
        }
        catch (Exception e)
        {
            _failure = e;
        }

        if (number is { } chosen)
        {
            _walkers[chosen].Steps++;
            if (chosen == stopped?.Number)
            {
                return;
            }

            _walkers[chosen].Release();
        }
        else
        {
            _over.Release();
        }

        if (stopped is { IsDone: false })
        {
            stopped.Wait();
        }
    }

    private void Note(Walker? stopped)
    {
        if (stopped is { Point: StrandPoint.Entered, IsDone: false })
        {
            _holder = stopped;
        }
        else if (stopped is not null && _holder == stopped)
        {
            _holder = null;
        }

        if (stopped?.Failure is { } failure)
        {
            throw new InvalidOperationException($"thread {stopped.Number} threw {failure.Message}", failure);
        }
    }

    /// <summary>One thread.</summary>
    private sealed class Walker : IDisposable
    {
        private readonly SteppedThreads _all;
        private readonly SemaphoreSlim _go = new(0);
        private readonly SemaphoreSlim _ended = new(0);
        private readonly Thread _thread;
        private Action? _body;

        public Walker(SteppedThreads all, int number)
        {
            (_all, Number) = (all, number);
            _thread = new Thread(Work) { IsBackground = true, Name = $"walker {number}" };
            _thread.Start();
        }

        public int Number { get; }

        public int Steps { get; set; }

        public StrandPoint Point { get; set; }

        public bool IsDone { get; private set; }

        public Exception? Failure { get; private set; }

        public void Begin(Action body) => (_body, Steps, Point, IsDone, Failure) = (body, 0, default, false, null);

        public void Release() => _go.Release();

        public void Wait() => _go.Wait();

        /// <summary>Waits until the body has run to its end.</summary>
        /// <returns>Whether it has.</returns>
        public bool Ends() => _ended.Wait(Patience);

        public void Dispose()
        {
            _body = null;
            _go.Release();
            if (_thread.Join(Patience))
            {
                _go.Dispose();
                _ended.Dispose();
            }
        }

        private void Work()
        {
            t_walker = this;
            while (true)
            {
                _go.Wait();
                if (_body is null)
                {
                    return;
                }

                try
                {
                    _body();
                }
                catch (Exception e)
                {
                    Failure = e;
                }

                IsDone = true;
                if (!_all._free)
                {
                    _all.Decide(this);
                }

                _ended.Release();
            }
        }
    }
}
