using Fathom.Statistics;
using Fathom.TestKit.Simulations;

namespace Fathom.TestKit.Worlds;

/// <summary>The path to a service, which all connections share, in both directions.</summary>
internal sealed class SimulatedPath
{
    // What each direction takes beside the path.
    private const double SocketMs = 0.02;

    private readonly EventQueue _events;
    private readonly WorldParameters _world;
    private readonly SeededRandom _random;
    private readonly Direction _there;
    private readonly Direction _back;

    public SimulatedPath(EventQueue events, WorldParameters world, SeededRandom random)
    {
        (_events, _world, _random) = (events, world, random);
        (_there, _back) = (new Direction(events, world), new Direction(events, world));
    }

    /// <summary>Takes a message to the server.</summary>
    /// <param name="ms">How long it is on its way beside the round trip where no other is; 0 for a small one.</param>
    /// <param name="moved">Takes from when to when it was, where it is not small.</param>
    public IEnumerable<Wait> There(double ms, Action<double, double>? moved = null) => Carry(_there, ms, moved);

    /// <summary>The same back.</summary>
    public IEnumerable<Wait> Back(double ms, Action<double, double>? moved = null) => Carry(_back, ms, moved);

    private IEnumerable<Wait> Carry(Direction direction, double ms, Action<double, double>? moved)
    {
        var began = _events.NowMs;
        foreach (var wait in direction.Carry(ms > 0 ? Noisy(ms) : 0))
        {
            yield return wait;
        }

        if (ms > 0)
        {
            moved?.Invoke(began, _events.NowMs);
        }

        yield return _events.Delay(Noisy(_world.RoundTripMs / 2) + SocketMs);
    }

    private double Noisy(double ms) => ms * Noise.LogNormal(_random, _world.Noise);

    private sealed class Direction(EventQueue events, WorldParameters world)
    {
        private readonly Processors _rate = new(events, 1);
        private readonly Places _queue = new(1);
        private int _messages;

        public IEnumerable<Wait> Carry(double ms)
        {
            _messages++;
            var shared = (_messages > 1 ? world.PathUse : Math.Min(1, world.PathUse)) * ms;
            if (world.PathIsQueue)
            {
                yield return _queue.Acquire();
            }

            yield return _rate.Compute(shared);
            _messages--;
            if (world.PathIsQueue)
            {
                _queue.Release();
            }

            yield return events.Delay(ms - shared);
        }
    }
}
