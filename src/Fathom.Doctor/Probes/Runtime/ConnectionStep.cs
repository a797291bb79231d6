namespace Fathom.Doctor.Probes.Runtime;

/// <summary>One step of connections: of those under way together the time in which at least one is counts.</summary>
internal sealed class ConnectionStep
{
    private int _open;
    private double _began;

    /// <summary>The longest time with one under way, ms.</summary>
    public double Longest { get; private set; }

    /// <summary>The time with one under way, ms.</summary>
    public double Total { get; private set; }

    public void Begin(double at) => _began = _open++ == 0 ? at : _began;

    public void End(double at)
    {
        // One that began before the watch has no beginning.
        if (_open > 0 && --_open == 0)
        {
            Total += at - _began;
            Longest = Math.Max(Longest, at - _began);
        }
    }

    /// <summary>Forgets what is under way: another trace begins.</summary>
    public void Forget() => _open = 0;
}
