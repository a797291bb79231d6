using Fathom.Transport.Connections.Strands;

namespace Fathom.Tests.Transport.Connections.Strands;

/// <summary>Threads of a world that stop at each point of their way through its strand, and go on one at a time.</summary>
internal sealed class SteppedThreads : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [ThreadStatic]
    private static Walker? t_walker;

    private readonly Walker[] _walkers;
    private Walker? _holder;
    private volatile bool _free;

    public SteppedThreads(IStrandWorld world)
    {
        world.OnPoint = At;
        _walkers = [.. world.Threads.Select((body, number) => new Walker(number, body))];
        foreach (var walker in _walkers)
        {
            walker.Start();
        }
    }

    /// <summary>The threads that can go on now, by number: not done, and not about to wait for a strand that another one is in.</summary>
    public IReadOnlyList<int> Ready() =>
        [.. _walkers.Where(walker => !walker.IsDone && (walker.Point != StrandPoint.Entering || _holder is null))
            .Select(walker => walker.Number)];

    /// <summary>Lets a thread go on to its next point, or to its end.</summary>
    public void Step(int number)
    {
        var walker = _walkers[number];
        walker.Step();
        if (walker.Point == StrandPoint.Entered && !walker.IsDone)
        {
            _holder = walker;
        }
        else if (_holder == walker)
        {
            _holder = null;
        }

        if (walker.Failure is { } failure)
        {
            throw new InvalidOperationException($"thread {number} threw {failure.Message}", failure);
        }
    }

    /// <summary>Where all threads are. A thread comes in within its first two steps; later it is on its way out, however often it goes
    /// round.</summary>
    public string State() =>
        string.Join(',', _walkers.Select(walker => walker.IsDone ? "-" : $"{Math.Min(walker.Steps, 3)}{walker.Point}"))
        + $",{_holder?.Number}";

    /// <summary>Lets all threads run to their ends, in any order.</summary>
    public void Finish()
    {
        _free = true;
        foreach (var walker in _walkers)
        {
            walker.Release();
        }
    }

    public void RequireAllFinished() => _walkers.ShouldAllBe(walker => walker.IsDone, "a thread waits for ever");

    public void Dispose()
    {
        Finish();
        foreach (var walker in _walkers)
        {
            walker.Dispose();
        }
    }

    private void At(StrandPoint point)
    {
        if (t_walker is { } walker && !_free)
        {
            walker.Stop(point);
        }
    }

    /// <summary>One thread.</summary>
    private sealed class Walker : IDisposable
    {
        private readonly SemaphoreSlim _go = new(0);
        private readonly SemaphoreSlim _stopped = new(0);
        private readonly Thread _thread;

        public Walker(int number, Action body)
        {
            Number = number;
            _thread = new Thread(() => Run(body)) { IsBackground = true, Name = $"walker {number}" };
        }

        public int Number { get; }

        public int Steps { get; private set; }

        public StrandPoint Point { get; private set; }

        public bool IsDone { get; private set; }

        public Exception? Failure { get; private set; }

        public void Start() => _thread.Start();

        public void Step()
        {
            Steps++;
            _go.Release();
            _stopped.Wait(Patience).ShouldBeTrue($"thread {Number} neither came to a point nor ended, after {Point}");
        }

        public void Stop(StrandPoint point)
        {
            Point = point;
            _stopped.Release();
            _go.Wait();
        }

        public void Release() => _go.Release(1000);

        /// <summary>Waits for the end of the thread.</summary>
        public void Dispose()
        {
            _thread.Join(Patience).ShouldBeTrue($"thread {Number} did not end");
            _go.Dispose();
            _stopped.Dispose();
        }

        private void Run(Action body)
        {
            t_walker = this;
            _go.Wait();
            try
            {
                body();
            }
            catch (Exception e)
            {
                Failure = e;
            }

            IsDone = true;
            _stopped.Release();
        }
    }
}
