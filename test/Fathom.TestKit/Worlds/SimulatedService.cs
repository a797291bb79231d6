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
    private readonly (SimulatedServer Server, SimulatedMethod Method)[] _servers;
    private readonly Places _proxy;
    private readonly Places _limiter;
    private readonly Tokens _tokens;
    private readonly SimulatedPath _path;
    private readonly Dictionary<int, SimulatedConnection> _connections = [];

    public SimulatedService(EventQueue events, WorldParameters world, SeededRandom random)
    {
        (_events, _world, _random) = (events, world, random);
        _servers = [.. Enumerable.Range(0, world.Servers).Select(_ => new SimulatedServer(events, world, random))
            .Select(server => (server, new SimulatedMethod(events, world, server, random)))];
        _proxy = NewProxy();
        _tokens = new Tokens(events, world);
        _path = new SimulatedPath(events, world, random);
        _limiter = new Places(world.SharedPlaces > 0 ? world.SharedPlaces : int.MaxValue);
    }

    /// <summary>Those of the server of the first connection.</summary>
    public Processors Processors => _servers[0].Server.Processors;

    /// <summary>Threads of the server's pool.</summary>
    public int Threads => _servers[0].Server.Threads;

    /// <summary>Whether PING is answered on the pool of threads that serves calls.</summary>
    public bool AnswersPingOnPool => _world is { Stack: ServerStack.DotNet, HasProxy: false };

    public int FailedCalls => _servers.Sum(s => s.Method.Failed);

    /// <summary>A call over a connection, from when it is wanted.</summary>
    public IEnumerable<Wait> Call(int connection, bool isNoOp, bool isDirect = false, Action<double, double>? moved = null)
    {
        var (streams, proxy, reader, (server, method)) = Connection(connection);
        yield return streams.Acquire();
        foreach (var wait in _path.There(isNoOp ? 0 : _world.RequestMs, moved))
        {
            yield return wait;
        }

        yield return isDirect ? _ => true : proxy.Acquire();
        if (_world.ConnectionMs > 0)
        {
            yield return reader.Acquire();
            yield return server.Processors.Compute(Noisy(_world.ConnectionMs));
            reader.Release();
        }

        yield return server.AcquireThread();
        foreach (var wait in server.ComputeInLibrary(Noisy(_world.LibraryMs)).Concat(server.Await(_limiter.Acquire())))
        {
            yield return wait;
        }

        foreach (var wait in _world.TokensAreShared ? server.Await(_tokens.Take()) : [])
        {
            yield return wait;
        }

        yield return _events.Delay(Noisy(_world.MiddlewareMs));
        foreach (var wait in isNoOp ? [] : method.Run())
        {
            yield return wait;
        }

        _limiter.Release();
        server.ReleaseThread();
        if (!isDirect)
        {
            proxy.Release();
        }

        yield return server.Answered;
        foreach (var wait in _path.Back(isNoOp ? 0 : _world.ReplyMs, moved))
        {
            yield return wait;
        }

        streams.Release();
    }

    /// <summary>PING to its acknowledgement, on a connection of its own. A proxy answers it itself.</summary>
    public IEnumerable<Wait> Ping() =>
        _path.There(0).Concat(_world.HasProxy ? [] : Connection(OtherConnection).Server.Server.AnswerPing()).Concat(_path.Back(0));

    // A balancer gives them out in turn.
    private SimulatedConnection Connection(int number)
    {
        if (!_connections.TryGetValue(number, out var connection))
        {
            _connections[number] = connection = new(new Places(_world.StreamLimit ?? int.MaxValue),
                _world.ProxyIsOfEach ? NewProxy() : _proxy, new Places(1), _servers[_connections.Count % _servers.Length]);
        }

        return connection;
    }

    private Places NewProxy() => new(_world.ProxyPlaces > 0 ? _world.ProxyPlaces : int.MaxValue);

    private double Noisy(double ms) => ms * Noise.LogNormal(_random, _world.Noise);

    private sealed record SimulatedConnection(
        Places Streams, Places Proxy, Places Reader, (SimulatedServer Server, SimulatedMethod Method) Server);
}
