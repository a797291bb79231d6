using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.TestKit.Worlds;

/// <summary>The calls of one trial in a world. Owned by one trial.</summary>
/// <param name="events">Virtual time.</param>
/// <param name="service">The service.</param>
/// <param name="trial">What is done.</param>
internal sealed class SimulatedTrial(EventQueue events, SimulatedService service, ServiceTrial trial)
{
    // PING and a no-op call beside the calls are made this often at most, each after a pause twice as long, up to the longest.
    private const int MaxBeside = 12;
    private const double MaxPauseMs = 256;

    // A row of PINGs of their own, where the pool that serves calls answers them.
    private const double BetweenPingsMs = 10;

    private const int ConnectionsBeside = 4;

    // The rest after a trial: an examination makes 200 calls a second.
    private const double RestMs = 5;

    private readonly List<double> _calls = [];
    private readonly List<double> _ends = [];
    private readonly List<double> _pings = [];
    private readonly List<double> _noOps = [];
    private readonly List<(double From, double To)> _moves = [];
    private double _beganMs;
    private int _started;
    private int _beside;
    private int _open;
    private bool _isOver;

    /// <summary>Makes the calls, and ends when nothing of them is left.</summary>
    /// <param name="warmMs">How long calls beside are made before those that are timed.</param>
    /// <param name="besideMs">How long after the calls those beside them begin.</param>
    /// <param name="seesProcess">Whether the server's processor time is read.</param>
    public ServiceTrialResult Run(double warmMs, double besideMs, bool seesProcess)
    {
        if (trial.CallsBeside > 0)
        {
            Enumerable.Range(0, trial.CallsBeside).ToList().ForEach(i => KeepCalling(i % ConnectionsBeside));
            events.RunTo(events.NowMs + warmMs);
        }

        _beganMs = events.NowMs;
        var use = new SimulatedUse(service);
        for (var i = 0; i < Math.Min(trial.AtOnce, trial.Calls); i++)
        {
            StartCall();
        }

        if (trial.IsWatched)
        {
            events.After(besideMs, WatchBeside);
            if (service.AnswersPingOnPool)
            {
                PingInRow();
            }
        }

        events.RunUntil(() => _ends.Count == trial.Calls);
        var result = new ServiceTrialResult(events.NowMs - _beganMs, _calls, _ends, new BesideTimes(_pings, _noOps, null))
        {
            BeganMs = _beganMs,
            Server = seesProcess ? use.End() : null,
            MovedMs = Spans.Covered(_moves),
        };
        _isOver = true;
        events.RunUntil(() => _open == 0);
        events.RunTo(events.NowMs + (trial.Calls * RestMs));
        return result;
    }

    private void StartCall()
    {
        var began = events.NowMs;
        // Calls of the method keep off the connection of no-op calls beside them.
        var connection = trial.CallsBeside > 0 ? SimulatedService.OtherConnection : _started % trial.Connections;
        _started++;
        events.Start(service.Call(connection, trial.IsNoOp, trial.Options.IsDirect, (from, to) => _moves.Add((from, to))), () =>
        {
            _calls.Add(events.NowMs - began);
            _ends.Add(events.NowMs - _beganMs);
            if (_started < trial.Calls)
            {
                Later(trial.PauseMs, StartCall);
            }
        });
    }

    private void KeepCalling(int connection)
    {
        if (!_isOver)
        {
            _open++;
            events.Start(service.Call(connection, isNoOp: false), () =>
            {
                _open--;
                KeepCalling(connection);
            });
        }
    }

    private void WatchBeside()
    {
        if (_isOver || _beside >= MaxBeside)
        {
            return;
        }

        var (began, pauseMs, left) = (events.NowMs, Math.Min(MaxPauseMs, 1 << _beside), 2);
        _beside++;
        _open += left;
        events.Start(service.Ping(), () => Ended(_pings));
        events.Start(service.Call(SimulatedService.OtherConnection, isNoOp: true), () => Ended(_noOps));

        void Ended(List<double> times)
        {
            times.Add(events.NowMs - began);
            _open--;
            if (--left == 0)
            {
                events.After(pauseMs, WatchBeside);
            }
        }
    }

    private void PingInRow()
    {
        if (_isOver)
        {
            return;
        }

        var began = events.NowMs;
        _open++;
        events.Start(service.Ping(), () =>
        {
            _pings.Add(events.NowMs - began);
            _open--;
            events.After(BetweenPingsMs, PingInRow);
        });
    }

    private void Later(double ms, Action action)
    {
        if (ms > 0)
        {
            events.After(ms, action);
        }
        else
        {
            action();
        }
    }
}
