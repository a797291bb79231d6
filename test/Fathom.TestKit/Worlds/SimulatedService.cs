using Fathom.Statistics;
using Fathom.TestKit.Simulations;

namespace Fathom.TestKit.Worlds;

/// <summary>A simulated service with the path to it: calls and PING from their start to their end, as processes of waits.</summary>
internal sealed class SimulatedService
{
    /// <summary>A connection that carries none of the calls that are examined.</summary>
    public const int OtherConnection = 99;

    private readonly EventQueue _events;
    private readonly WorldParameters _world;
    private readonly SeededRandom _random;
    private readonly SimulatedServer _server;
    private readonly SimulatedMethod _method;
    private readonly Places _proxy;
    private readonly Places _limiter;
    private readonly Tokens _tokens;
    private readonly SimulatedPath _path;
    private readonly Dictionary<int, (Places Streams, Places Proxy, Places Reader)> _connections = [];

    public SimulatedService(EventQueue events, WorldParameters world, SeededRandom random)
    {
        (_events, _world, _random) = (events, world, random);
        _server = new SimulatedServer(events, world, random);
        _method = new SimulatedMethod(events, world, _server, random);
        _proxy = NewProxy();
        _tokens = new Tokens(events, world);
        _path = new SimulatedPath(events, world, random);
        _limiter = new Places(world.SharedPlaces > 0 ? world.SharedPlaces : int.MaxValue);
    }

    public Processors Processors => _server.Processors;

    /// <summary>Threads of the server's pool.</summary>
    public int Threads => _server.Threads;

    /// <summary>Whether PING is answered on the pool of threads that serves calls.</summary>
    public bool AnswersPingOnPool => _world is { Stack: ServerStack.DotNet, HasProxy: false };

    public int FailedCalls => _method.Failed;

    /// <summary>A call over a connection, from when it is wanted.</summary>
    public IEnumerable<Wait> Call(int connection, bool isNoOp, bool isDirect = false, Action<double, double>? moved = null)
    {
        var (streams, proxy, reader) = Connection(connection);
        yield return streams.Acquire();
        foreach (var wait in _path.There(isNoOp ? 0 : _world.RequestMs, moved))
        {
            yield return wait;
        }

        if (!isDirect)
        {
            yield return proxy.Acquire();
        }

        if (_world.ConnectionMs > 0)
        {
            yield return reader.Acquire();
            yield return _server.Processors.Compute(Noisy(_world.ConnectionMs));
            reader.Release();
        }

        yield return _server.AcquireThread();
        foreach (var wait in _server.ComputeInLibrary(Noisy(_world.LibraryMs)).Concat(_server.Await(_limiter.Acquire())))
        {
            yield return wait;
        }

        foreach (var wait in _world.TokensAreShared ? _server.Await(_tokens.Take()) : [])
        {
            yield return wait;
        }

        yield return _events.Delay(Noisy(_world.MiddlewareMs));
        foreach (var wait in isNoOp ? [] : _method.Run())
        {
            yield return wait;
        }

        _limiter.Release();
        _server.ReleaseThread();
        if (!isDirect)
        {
            proxy.Release();
        }

        yield return _server.Answered;
        foreach (var wait in _path.Back(isNoOp ? 0 : _world.ReplyMs, moved))
        {
            yield return wait;
        }

        streams.Release();
    }

    /// <summary>PING to its acknowledgement, on a connection of its own. A proxy answers it itself.</summary>
    public IEnumerable<Wait> Ping() =>
        _path.There(0).Concat(_world.HasProxy ? [] : _server.AnswerPing()).Concat(_path.Back(0));

    private (Places Streams, Places Proxy, Places Reader) Connection(int number)
    {
        if (!_connections.TryGetValue(number, out var connection))
        {
            _connections[number] = connection =
                (new Places(_world.StreamLimit ?? int.MaxValue), _world.ProxyIsOfEach ? NewProxy() : _proxy, new Places(1));
        }

        return connection;
    }

    private Places NewProxy() => new(_world.ProxyPlaces > 0 ? _world.ProxyPlaces : int.MaxValue);

    private double Noisy(double ms) => ms * Noise.LogNormal(_random, _world.Noise);
}
