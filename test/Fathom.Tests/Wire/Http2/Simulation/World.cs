using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>
/// A client and a server engine on a simulated link and virtual time: one random thing happens at each step, and after each step every law
/// is checked, until nothing is left to happen. All of it follows from the seed.
/// </summary>
internal sealed class World
{
    // So many steps in which nothing moves, each of which may pick what can move, are a hang.
    private const int QuietSteps = 5000;
    private const int MostSteps = 5_000_000;

    private readonly WorldShape _shape;
    private readonly Random _random;
    private readonly Endpoint _client;
    private readonly Endpoint _server;
    private readonly Endpoint[] _ends;
    private readonly SimulatedPipe _up = new();
    private readonly SimulatedPipe _down = new();
    private readonly WindowLedger _upLedger;
    private readonly WindowLedger _downLedger;
    private readonly Disturbance _clientDisturbance;
    private readonly Disturbance _serverDisturbance;
    private readonly TextWriter? _trace;
    private long _now = 1000;
    private int _steps;
    private int _quiet;
    private bool _settling;

    private World(int seed, TextWriter? trace)
    {
        _shape = WorldShape.Of(seed);
        _random = new Random(seed ^ 0x5bd1e995);
        _trace = trace;
        _client = new Endpoint(_shape, Http2Role.Client, _random, Tally);
        _server = new Endpoint(_shape, Http2Role.Server, _random, Tally);
        _ends = [_client, _server];
        (_upLedger, _downLedger) = (new WindowLedger(_client, _server), new WindowLedger(_server, _client));
        (_clientDisturbance, _serverDisturbance) = (new Disturbance(_shape, _random), new Disturbance(_shape, _random));
    }

    public Tally Tally { get; } = new();

    /// <summary>Everything that happened, as one number: the same for the same seed.</summary>
    public ulong Fingerprint { get; private set; }

    /// <summary>Runs the world of a seed to its end.</summary>
    /// <exception cref="BrokenLawException">What broke, at which step of which seed.</exception>
    public static World Run(int seed, TextWriter? trace = null)
    {
        var world = new World(seed, trace);
        trace?.WriteLine(world._shape);
        try
        {
            world.Run();
        }
        catch (Exception broken)
        {
            throw new BrokenLawException($"seed {seed}, step {world._steps}: {broken.Message}\n{world._shape}", broken);
        }

        return world;
    }

    private void Run()
    {
        foreach (var end in _ends)
        {
            end.Windows.Announce((end.IsClient ? _shape.Client : _shape.Server).InitialStreamWindow);
            end.Engine.Start(_now);
        }

        Check();
        while (!IsOver())
        {
            _steps++;
            if (Step())
            {
                _quiet = 0;
                Check();
            }
            else if (++_quiet > QuietSteps || _steps > MostSteps)
            {
                throw new BrokenLawException($"hangs: {State(_client)}; {State(_server)}; on the link {_up.Length} and {_down.Length}");
            }
        }

        WorldEndCheck.Verify(_shape, _client, _server, Tally);
        foreach (var end in _ends)
        {
            end.WasAborted = true;
            end.Engine.Dispose();
            Law.Equal(end.Engine.Output.AllocatedBytes, 0, "memory after the end", end);
        }
    }

    private bool Step()
    {
        if (_steps >= _shape.EndingStep && !_settling)
        {
            _settling = true;
            Note("ending", _shape.Ending, 0);
            WorldEndings.Begin(_shape, _client, _server, _up, _down, _random);
            _clientDisturbance.OpenClosedWindows(_client, _now);
            _serverDisturbance.OpenClosedWindows(_server, _now);
            return true;
        }

        return _random.Next(9) switch
        {
            0 => Flush(_client, _up),
            1 => Flush(_server, _down),
            2 => Deliver(_up, _server),
            3 => Deliver(_down, _client),
            4 or 5 => Act(_client, _clientDisturbance),
            6 or 7 => Act(_server, _serverDisturbance),
            _ => Wait(),
        };
    }

    private bool Act(Endpoint end, Disturbance disturbance)
    {
        if (end.Engine.IsEnded)
        {
            return false;
        }

        if (disturbance.Left > 0 && _random.Next(20) == 0)
        {
            disturbance.Disturb(end, _now);
            return true;
        }

        return end.Act();
    }

    private bool Flush(Endpoint end, SimulatedPipe pipe)
    {
        var front = end.Engine.Output.Front;
        if (front.IsEmpty || (pipe.Length >= _shape.LinkCapacity && !pipe.IsCut))
        {
            return false;
        }

        var count = Math.Min(front.Length, Portion());
        pipe.Send(front.Span[..count], _now + _random.Next(_shape.Delay + 1));
        end.Advance(count);
        return true;
    }

    private bool Deliver(SimulatedPipe pipe, Endpoint end)
    {
        var count = Math.Min(pipe.Arrived(_now), Portion());
        if (count > 0)
        {
            var bytes = pipe.Take(count);
            end.Read.Take(bytes);
            Note("delivered to", end, count);
            end.Engine.Receive(bytes, _now);
            end.Windows.Acknowledged(end.Read.SettingsAcks);
            return true;
        }

        if (!pipe.IsCut || pipe.Length > 0 || end.Engine.IsEnded)
        {
            return false;
        }

        end.WasAborted = true;
        end.Engine.OnConnectionLost("The link was cut.");
        return true;
    }

    private bool Wait()
    {
        var next = Math.Min(_up.NextArrival ?? long.MaxValue, _down.NextArrival ?? long.MaxValue);
        _now = next != long.MaxValue && next > _now && _random.Next(2) == 0 ? next : _now + _random.Next(3);
        return false;
    }

    private int Portion() => _random.Next(2) == 0 ? _shape.LargestChunk : _random.Next(1, _shape.LargestChunk + 1);

    private bool IsOver()
    {
        // An end that is over sends what waits, and closes.
        if (_client.Engine.IsEnded && _client.Engine.Output.IsEmpty)
        {
            _up.Close();
        }

        if (_server.Engine.IsEnded && _server.Engine.Output.IsEmpty)
        {
            _down.Close();
        }

        return _settling && ((_client.Engine.IsEnded && _server.Engine.IsEnded)
            || (IsStill(_client) && IsStill(_server) && _up.Length == 0 && _down.Length == 0 && !_up.IsCut));
    }

    private static bool IsStill(Endpoint end) => !end.Engine.IsEnded && !end.CanEverOpen && end.Active.Count == 0
        && end.Engine.Output.IsEmpty;

    private void Check()
    {
        foreach (var end in _ends)
        {
            if (end.Measure())
            {
                Note("written by", end, end.Written.Total);
            }
        }

        if (!_client.Engine.IsEnded && !_server.Engine.IsEnded && !_up.IsCut)
        {
            _upLedger.Check();
            _downLedger.Check();
        }
    }

    private void Note(string what, object where, long number)
    {
        Fingerprint = Content.Mix(Fingerprint + (ulong)_steps + (ulong)number);
        _trace?.WriteLine($"{_steps} {_now} {what} {where}: {number}");
    }

    private static string State(Endpoint end) =>
        $"{end}: window {end.Engine.SendWindowAvailable}, output {end.Engine.Output.Length}, left {end.CallsLeft}, "
            + string.Join(", ", end.Active.Select(call =>
            $"stream {call.Id} sent {call.Sent} of {call.Out.Length} blocked {call.Blocked} send window "
                + $"{call.Stream?.SendWindowAvailable} received {call.Received} of {call.In.Length} unconsumed {call.Unconsumed} "
                + $"outcome {call.Outcome}"));
}
