namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>Initial windows an end announced and the peer has not acknowledged: the largest of them holds (RFC 9113 section 6.5.3). A
/// second opinion on the engine's.</summary>
internal sealed class AnnouncedWindows
{
    private readonly Queue<int> _sent = new();
    private int _acknowledged = 65_535;
    private int _acks;

    public int Last { get; private set; } = 65_535;

    public bool WasReduced { get; private set; }

    public int Enforced { get; private set; } = 65_535;

    public int Pending => _sent.Count;

    public void Announce(int window)
    {
        WasReduced |= window < Last;
        Last = window;
        _sent.Enqueue(window);
        Enforced = _sent.Append(_acknowledged).Max();
    }

    public void Acknowledged(int acksInAll)
    {
        for (; _acks < acksInAll; _acks++)
        {
            _acknowledged = _sent.Dequeue();
            Enforced = _sent.Append(_acknowledged).Max();
        }
    }
}
