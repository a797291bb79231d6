namespace Fathom.Transport.Server.Native;

/// <summary>What one connection makes its host hold; used inside the connection's gate. Owned by the connection.</summary>
/// <param name="all">What all hold together.</param>
/// <param name="giveWay">Ends the connection; is called by any thread, and must not wait.</param>
internal sealed class ReceiveShare(ReceiveQuota all, Action giveWay)
{
    // So much of a connection goes unreported: small calls are not to meet at one lock.
    private const int ReportStep = 16 * 1024;

    private long _bytes;

    /// <summary>What was last reported; <see cref="ReceiveQuota"/>'s own.</summary>
    public long Reported { get; set; }

    /// <summary>Whether it was told to give way, and counts no more; <see cref="ReceiveQuota"/>'s own.</summary>
    public bool IsEvicted { get; set; }

    /// <summary>It holds so much more, or less.</summary>
    public void Add(long bytes)
    {
        _bytes += bytes;
        var reported = Reported;
        if (Math.Abs(_bytes - reported) >= ReportStep || (_bytes == 0 && reported > 0))
        {
            all.Report(this, _bytes);
        }
    }

    public void Evict() => giveWay();
}
