namespace Fathom.Wire.FlowControl;

/// <summary>
/// Measures the bandwidth-delay product of a connection at its receiver, as gRPC does: how many bytes arrive between a PING and its answer
/// (gRPC blog, "gRPC BDP estimation and dynamic flow control"; C-core's bdp_estimator). While a round trip fills the better part of the
/// window, the window limits, and is doubled. Owned by one connection; sends nothing. Times are monotonic milliseconds.
/// </summary>
internal sealed class BandwidthDelayEstimator
{
    private readonly int _maxWindow;
    private long _sample;
    private long _sinceProbe;
    private double _bandwidth;
    private long _sentAt;

    /// <summary>Starts with the window in force.</summary>
    /// <param name="window">The window in bytes.</param>
    /// <param name="largest">What it may grow to, in bytes.</param>
    public BandwidthDelayEstimator(int window, int largest)
    {
        Window = window;
        _maxWindow = Math.Max(window, largest);
    }

    /// <summary>The window that the connection deserves, in bytes; never falls.</summary>
    public int Window { get; private set; }

    /// <summary>Whether a PING of this estimator is under way.</summary>
    public bool IsProbing { get; private set; }

    /// <summary>Takes received bytes.</summary>
    /// <returns>Whether to send a PING now, and tell <see cref="OnProbeSent"/>.</returns>
    public bool Receive(int bytes)
    {
        if (IsProbing)
        {
            _sample += bytes;
            return false;
        }

        // What comes slower than this cannot be limited by the window, and small calls are not to pay for a PING each.
        _sinceProbe += bytes;
        return _sinceProbe >= Window / 4 && Window < _maxWindow;
    }

    /// <summary>The PING was sent.</summary>
    public void OnProbeSent(long now)
    {
        (IsProbing, _sample, _sinceProbe, _sentAt) = (true, 0, 0, now);
    }

    /// <summary>The PING was answered.</summary>
    /// <returns>Whether <see cref="Window"/> has grown.</returns>
    public bool OnProbeAcknowledged(long now)
    {
        IsProbing = false;
        var bandwidth = _sample / (double)Math.Max(1, now - _sentAt);
        if (_sample <= 2L * Window / 3 || bandwidth <= _bandwidth || Window >= _maxWindow)
        {
            return false;
        }

        _bandwidth = bandwidth;
        Window = (int)Math.Min(_maxWindow, Math.Max(_sample, 2L * Window));
        return true;
    }
}
