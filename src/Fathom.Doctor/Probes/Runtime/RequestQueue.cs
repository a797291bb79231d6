namespace Fathom.Doctor.Probes.Runtime;

/// <summary>How long requests of HttpClient waited for a stream of a connection, beside how long they took.</summary>
internal sealed class RequestQueue
{
    // Less is the way through the queue, not a wait in it.
    private const double MinMs = 1;

    private double _waited;
    private double _underWay;
    private bool _hasConnection;

    /// <summary>The time waited over the time of all requests, 0 to 1; null without requests.</summary>
    public double? Share => _underWay > 0 ? Math.Min(1, _waited / _underWay) : null;

    /// <summary>Adds the time of the requests that were under way, all together.</summary>
    public void AddUnderWay(double ms) => _underWay += ms;

    /// <summary>Adds requests that left the queue. Those that are the first to wait do so for the first connection.</summary>
    /// <param name="meanMs">How long they waited in the mean.</param>
    /// <param name="requests">How many.</param>
    public void AddWaited(double meanMs, double requests)
    {
        if (meanMs < MinMs || requests == 0)
        {
            return;
        }

        _waited += _hasConnection ? meanMs * requests : 0;
        _hasConnection = true;
    }
}
