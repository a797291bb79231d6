using Fathom.Statistics;
using Fathom.TestKit.Simulations;

namespace Fathom.TestKit.Worlds;

/// <summary>The method that is called, with what is behind it.</summary>
internal sealed class SimulatedMethod(EventQueue events, WorldParameters world, SimulatedServer server, SeededRandom random)
{
    private const double CarryBatchMs = 0.5;

    private readonly Places _places = new(Math.Max(1, world.Places), world.LastFirst);
    private readonly List<Action> _batch = [];
    private readonly List<Action> _answers = [];
    private readonly Places _behind = new(1);
    private readonly Places _ownThreads = new(world.OwnThreads > 0 ? world.OwnThreads : int.MaxValue);
    private readonly Tokens _tokens = new(events, world);
    private readonly Places _opening = new(1);
    private double _neededMs = double.NegativeInfinity;
    private int _calls;
    private int _served;
    private int _idle;
    private int _asking;

    /// <summary>Calls that failed.</summary>
    public int Failed { get; private set; }

    /// <summary>One call, from its thread's start to its end.</summary>
    public IEnumerable<Wait> Run()
    {
        _calls++;
        var compute = Noisy(world.ComputeMs) * (1 + (world.WarmUpTimes * Math.Exp(-_calls / Math.Max(1, world.WarmUpCalls)))
            + (world.BesideTimes * (world.BesideGrows ? _served : Math.Min(1, _served))));
        _served++;
        var wait = Noisy(world.WaitMs);
        var times = IsSlow() ? world.SlowTimes : 1;
        (compute, wait) = world.SlowPart switch
        {
            SlowPart.Computes => (compute * times, wait),
            SlowPart.Waits => (compute, wait * times),
            _ => (compute, wait),
        };
        var inPlace = world.SlowPart == SlowPart.HoldsPlace ? times : 1;
        // Where one depends on the time, that is when it begins.
        IEnumerable<Wait>[] steps =
        [
            world.ColdMs > 0 && _calls == 1 ? server.Await(Noisy(world.ColdMs)) : [],
            world.OpenMs > 0 ? TakeConnection() : [],
            world.LoadMs > 0 ? Load() : [],
            world.MaintenanceMs > 0 ? AwaitMaintenance() : [],
            world.Places == 0 ? [] : world.PollMs > 0 ? Poll() : server.Hold(_places, world.HoldsThread, InPlace(inPlace)),
            world is { TokenGapMs: > 0, TokensAreShared: false } ? AwaitToken() : [],
            world.TickMs > 0 ? AwaitTick() : [],
            world.BehindMs > 0 ? Behind() : [],
            world.OwnThreadMs > 0 ? OnOwnThread() : [],
            world.BatchCalls > 0 ? server.Await(Collected) : [],
            server.Compute(compute),
            world.BlockMs > 0 ? server.Block(Noisy(world.BlockMs)) : [],
            server.Await(wait),
        ];
        foreach (var step in steps)
        {
            foreach (var each in step)
            {
                yield return each;
            }
        }

        _served--;
        _idle++;
        if (world.ScaleUpCalls > 0 && _calls % world.ScaleUpCalls == 0)
        {
            server.ScaleUp();
        }

        Failed += world.FailingShare > 0 && random.NextDouble() < world.FailingShare ? 1 : 0;
    }

    private bool IsSlow() => world.SlowShare > 0
        && (world.SlowInTurn ? _calls % (int)Math.Round(1 / world.SlowShare) == 0 : random.NextDouble() < world.SlowShare);

    private IEnumerable<Wait> TakeConnection()
    {
        if (_idle > 0)
        {
            _idle--;
            yield break;
        }

        var open = server.Await(Noisy(world.OpenMs));
        foreach (var wait in world.OpensInTurn ? server.Hold(_opening, holdsThread: false, open) : open)
        {
            yield return wait;
        }
    }

    private IEnumerable<Wait> Load()
    {
        var isThere = events.NowMs - _neededMs <= world.KeptMs;
        _neededMs = events.NowMs;
        return isThere ? [] : server.Await(Noisy(world.LoadMs));
    }

    private IEnumerable<Wait> InPlace(double times)
    {
        // When it is there, as many wait.
        var ms = Noisy(times * world.PlaceMs) * (1 + (world.ContentionShare * _places.Waiting));
        foreach (var wait in world.PlaceUse switch
        {
            PlaceUse.Awaits => server.Await(ms),
            PlaceUse.Blocks => server.Block(ms),
            _ => server.Compute(ms),
        })
        {
            yield return wait;
        }
    }

    private IEnumerable<Wait> Poll()
    {
        for (var times = 1.0; !_places.TryTake(); times = Math.Min(WorldParameters.MostPolls, times * world.PollGrowth))
        {
            foreach (var wait in server.Await(Noisy(times * world.PollMs)))
            {
                yield return wait;
            }
        }

        foreach (var wait in InPlace(1))
        {
            yield return wait;
        }

        _places.Release();
    }

    private IEnumerable<Wait> AwaitMaintenance()
    {
        var left = world.MaintenanceMs - (events.NowMs % world.MaintenanceEveryMs);
        return left <= 0 ? [] : world.HoldsThread ? server.Block(left) : server.Await(left);
    }

    private IEnumerable<Wait> Behind()
    {
        var compute = server.Await(server.Processors.Compute(Noisy(world.BehindMs), isOther: true));
        if (!world.BehindIsOneThread)
        {
            return compute;
        }

        _asking++;
        return server.Hold(_behind, holdsThread: false, compute).Concat(server.Await(Answered));
    }

    private IEnumerable<Wait> OnOwnThread() => server.Hold(
        _ownThreads, holdsThread: false, server.Await(server.Processors.Compute(Noisy(world.OwnThreadMs))));

    // At once, or with all that it has computed for, once nobody asks.
    private bool Answered(Action resume)
    {
        _asking--;
        if (world.BehindAnswersLast && _asking > 0)
        {
            _answers.Add(resume);
            return false;
        }

        _answers.ForEach(answer => events.After(0, answer));
        _answers.Clear();
        return true;
    }

    private IEnumerable<Wait> AwaitToken()
    {
        foreach (var wait in server.Await(_tokens.Take()))
        {
            yield return wait;
        }
    }

    private IEnumerable<Wait> AwaitTick()
    {
        foreach (var wait in server.Await(world.TickMs - (events.NowMs % world.TickMs)))
        {
            yield return wait;
        }
    }

    private bool Collected(Action resume)
    {
        _batch.Add(resume);
        if (_batch.Count == 1)
        {
            events.After(world.BatchMs, CarryBatch);
        }

        if (_batch.Count >= world.BatchCalls)
        {
            CarryBatch();
        }

        return false;
    }

    private void CarryBatch()
    {
        foreach (var call in _batch)
        {
            events.After(CarryBatchMs, call);
        }

        _batch.Clear();
    }

    private double Noisy(double ms) => ms * Noise.LogNormal(random, world.Noise);
}
