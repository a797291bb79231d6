namespace Fathom.Doctor.Probes.Runtime;

/// <summary>The calls of Grpc.Net.Client that are under way, by its own counters, which count from the start of the process.</summary>
internal sealed class OpenCalls
{
    private const string Begun = "Grpc.Net.Client/total-calls";
    private const string Current = "Grpc.Net.Client/current-calls";

    // Of the most under way: where more of them ended again, those that are left may end as well.
    private const double MaxFall = 0.2;

    private double? _first;
    private double? _underWay;
    private double _most;
    private double _fall;
    private double _begun;
    private double? _ended;
    private int _looks;
    private int _stuck;

    /// <summary>Calls that began and did not end: by how much those under way grew, where they never fell; null where there was no
    /// client.</summary>
    public double? Unended => _underWay - _first is not { } grown ? null : _fall > MaxFall * _most ? 0 : Math.Max(0, grown);

    /// <summary>Calls under way at the end; null where there was no client.</summary>
    public double? UnderWay => _underWay;

    /// <summary>Share of the looks at which calls were under way and none had ended since the look before; null where there was no
    /// client.</summary>
    public double? StuckShare => _looks == 0 ? null : (double)_stuck / _looks;

    /// <summary>Adds a value, of whichever counter.</summary>
    public void Add(CounterValue counter)
    {
        switch (counter.Name)
        {
            case Begun:
                _begun = counter.Value;
                break;
            case Current:
                Look(counter.Value);
                break;
        }
    }

    // Of one event of counters the calls begun come first.
    private void Look(double underWay)
    {
        var ended = _begun - underWay;
        if (_ended is { } before)
        {
            _looks++;
            _stuck += underWay > 0 && ended <= before ? 1 : 0;
        }

        _first ??= underWay;
        _most = Math.Max(_most, underWay);
        _fall = Math.Max(_fall, _most - underWay);
        (_underWay, _ended) = (underWay, ended);
    }
}
