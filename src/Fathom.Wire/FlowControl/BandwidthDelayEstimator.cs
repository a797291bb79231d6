namespace Fathom.Wire.FlowControl;

/// <summary>
/// Estimates the bandwidth-delay product of a connection at its receiver, as gRPC does: the bytes that arrive between a PING and its
/// acknowledgement (gRPC blog, "gRPC BDP estimation and dynamic flow control"; C-core's bdp_estimator). When they fill more than two thirds
/// of the window, the window limits the rate and is doubled. Owned by one connection; sends nothing. Times are monotonic milliseconds.
/// </summary>
internal sealed class BandwidthDelayEstimator
{
    private readonly int _maxWindow;
    private long _sample;
    private long _sinceProbe;
    private double _bandwidth;
    private long _sentAt;

    /// <summary>Creates an estimator with the current window.</summary>
    /// <param name="window">The current window, in bytes.</param>
    /// <param name="largest">The maximum window, in bytes.</param>
    public BandwidthDelayEstimator(int window, int largest)
    {
        Window = window;
        _maxWindow = Math.Max(window, largest);
    }

    /// <summary>The window to use, in bytes; never decreases.</summary>
    public int Window { get; private set; }

    /// <summary>Whether a PING of this estimator is unacknowledged.</summary>
    public bool IsProbing { get; private set; }

    /// <summary>Counts received bytes.</summary>
    /// <returns>Whether to send a PING now and call <see cref="OnProbeSent"/>.</returns>
    public bool Receive(int bytes)
    {
        if (IsProbing)
        {
            _sample += bytes;
            return false;
        }

        // A slower rate is not limited by the window, and small calls must not cost a PING each.
        _sinceProbe += bytes;
        return _sinceProbe >= Window / 4 && Window < _maxWindow;
    }

    /// <summary>The PING was sent.</summary>
    public void OnProbeSent(long now)
    {
        (IsProbing, _sample, _sinceProbe, _sentAt) = (true, 0, 0, now);
    }

    /// <summary>The PING was acknowledged.</summary>
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
