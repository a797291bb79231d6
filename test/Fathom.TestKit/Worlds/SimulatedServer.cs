using Fathom.Statistics;

namespace Fathom.TestKit.Worlds;

/// <summary>What a simulated server serves calls with: its processors and threads, its event loop or the lock of its interpreter. What
/// takes time is a process of waits.</summary>
internal sealed class SimulatedServer
{
    private const double QuotaPeriodMs = 100;
    private const double PingMs = 0.01;

    // How often the lock of an interpreter goes to another thread.
    private const double SwitchMs = 5;

    // A no-op call beside three calls that compute waited for 0.53 of their time: for about four turns of each (grpcio, measured).
    private const int LibraryTurns = 4;

    private const int MaxProcessors = 16;

    private readonly EventQueue _events;
    private readonly WorldParameters _world;
    private readonly SeededRandom _random;
    private readonly SimulatedThreadPool? _threads;
    private readonly Places _one = new(1);
    private readonly List<Action> _answers = [];

    public SimulatedServer(EventQueue events, WorldParameters world, SeededRandom random)
    {
        (_events, _world, _random) = (events, world, random);
        Processors = new Processors(events, world.Processors) { Neighbours = world.Neighbours };
        _threads = world.Stack switch
        {
            ServerStack.DotNet => new(events, random, world.Processors, grows: true)
            {
                SeesBlocking = world.SeesBlocking, Keeps = world.KeepsThreads,
            },
            ServerStack.Python => new(events, random, world.PoolThreads, grows: false),
            _ => null,
        };
        if (world.QuotaMs is { } quota)
        {
            Processors.SetQuota(quota, QuotaPeriodMs, world.QuotaPhaseMs);
        }

        if (world.PauseMs > 0)
        {
            PlanPause();
        }
    }

    public Processors Processors { get; }

    /// <summary>Threads of the pool; 0 where there is none.</summary>
    public int Threads => _threads?.Threads ?? 0;

    private bool HasLoop => _world.Stack is ServerStack.Node or ServerStack.AsyncPython;

    private bool IsDotNet => _world.Stack == ServerStack.DotNet;

    public Wait AcquireThread() => _threads?.Acquire() ?? (_ => true);

    public void ReleaseThread() => _threads?.Release();

    /// <summary>Computes on a processor; on the one loop, or under the one lock of the interpreter, where the server has that.</summary>
    public IEnumerable<Wait> Compute(double ms)
    {
        if (_world.Stack is ServerStack.DotNet or ServerStack.Go or ServerStack.Cpp)
        {
            yield return Processors.Compute(ms);
            yield break;
        }

        for (var part = 0.0; ms > 0; ms -= part)
        {
            part = _world.Stack == ServerStack.Python ? Math.Min(SwitchMs, ms) : ms;
            yield return _one.Acquire();
            yield return Processors.Compute(part);
            ReleaseLoop();
        }
    }

    /// <summary>Waits until a loop that answers last has computed for all that wait for it.</summary>
    public bool Answered(Action resume)
    {
        if (!_world.LoopAnswersLast || _one.Waiting == 0)
        {
            return true;
        }

        _answers.Add(resume);
        return false;
    }

    /// <summary>What the library itself computes for a call. A thread of Python's gives the interpreter's lock away between.</summary>
    public IEnumerable<Wait> ComputeInLibrary(double ms) => _world.Stack == ServerStack.Python
        ? Enumerable.Repeat(ms / LibraryTurns, LibraryTurns).SelectMany(Compute) : Compute(ms);

    /// <summary>Awaits something for a time: without a thread, except in Python.</summary>
    public IEnumerable<Wait> Await(double ms) => ms > 0 ? Await(_events.Delay(ms)) : [];

    /// <summary>Awaits something.</summary>
    public IEnumerable<Wait> Await(Wait wait)
    {
        if (IsDotNet)
        {
            ReleaseThread();
        }

        yield return wait;
        if (IsDotNet)
        {
            yield return AcquireThread();
        }
    }

    /// <summary>Blocks its thread, or the one event loop, for a time.</summary>
    public IEnumerable<Wait> Block(double ms) => HasLoop ? OnLoop(_events.Delay(ms)) : Blocked(_events.Delay(ms));

    /// <summary>Takes a place, does something there, and gives it back.</summary>
    public IEnumerable<Wait> Hold(Places places, bool holdsThread, IEnumerable<Wait> work)
    {
        if (holdsThread || !IsDotNet)
        {
            foreach (var wait in Blocked(places.Acquire()))
            {
                yield return wait;
            }
        }
        else
        {
            ReleaseThread();
            yield return places.Acquire();
            yield return AcquireThread();
        }

        foreach (var wait in work)
        {
            yield return wait;
        }

        places.Release();
    }

    /// <summary>Answers PING: on the pool, on the loop, or, elsewhere, on a thread that has nothing else to do.</summary>
    public IEnumerable<Wait> AnswerPing()
    {
        switch (_world.Stack)
        {
            case ServerStack.DotNet:
                yield return AcquireThread();
                yield return Processors.Compute(PingMs);
                ReleaseThread();
                break;
            case ServerStack.Node:
                foreach (var wait in OnLoop(Processors.Compute(PingMs)).Append(Answered))
                {
                    yield return wait;
                }

                break;
            default:
                yield return Processors.Compute(PingMs);
                break;
        }
    }

    /// <summary>Doubles the processors.</summary>
    public void ScaleUp() => Processors.Count = Math.Min(MaxProcessors, 2 * Processors.Count);

    private IEnumerable<Wait> OnLoop(Wait wait)
    {
        yield return _one.Acquire();
        yield return wait;
        ReleaseLoop();
    }

    private void ReleaseLoop()
    {
        var isLast = _one.Waiting == 0;
        _one.Release();
        if (isLast)
        {
            _answers.ForEach(answer => _events.After(0, answer));
            _answers.Clear();
        }
    }

    private IEnumerable<Wait> Blocked(Wait wait)
    {
        if (IsDotNet)
        {
            _threads!.Block();
        }

        yield return wait;
        if (IsDotNet)
        {
            _threads!.Unblock();
        }
    }

    private void PlanPause() => _events.After(_world.PauseEveryMs * (0.7 + (0.6 * _random.NextDouble())), () =>
    {
        Processors.Pause(_world.PauseMs);
        PlanPause();
    });
}
