namespace Fathom.Transport.Server.Native;

/// <summary>What one connection makes its host hold; used inside the connection's gate. Owned by the connection.</summary>
/// <param name="all">What all hold together.</param>
/// <param name="giveWay">Ends the connection; is called by any thread, and must not wait.</param>
internal sealed class HeldShare(HeldBytes all, Action giveWay)
{
    // So much of a connection goes unreported: small calls are not to meet at one lock.
    private const int Step = 16 * 1024;

    private long _held;

    /// <summary>What was last reported; <see cref="HeldBytes"/>'s own.</summary>
    public long Reported { get; set; }

    /// <summary>Whether it was told to give way, and counts no more; <see cref="HeldBytes"/>'s own.</summary>
    public bool GivesWay { get; set; }

    /// <summary>It holds so much more, or less.</summary>
    public void Add(long bytes)
    {
        _held += bytes;
        var reported = Reported;
        if (Math.Abs(_held - reported) >= Step || (_held == 0 && reported > 0))
        {
            all.Report(this, _held);
        }
    }

    public void GiveWay() => giveWay();
}
