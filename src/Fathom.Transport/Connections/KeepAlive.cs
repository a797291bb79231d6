using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>
/// Asks a silent peer whether it is still there (gRPC doc/keepalive.md): after a time without a byte it asks, and gives up where nothing
/// comes for another. Owned by one connection.
/// </summary>
internal sealed class KeepAlive : IDisposable
{
    /// <summary>What the PING carries.</summary>
    public const ulong Ping = 0x6661_7468_6f6d_0002;

    private readonly long _time;
    private readonly long _timeout;
    private readonly Action _ask;
    private readonly Action _giveUp;
    private readonly LoopTimer _timer;
    private long _received;
    private bool _asked;

    public KeepAlive(EventLoop loop, TimeSpan time, TimeSpan timeout, Action ask, Action giveUp)
    {
        (_time, _timeout, _ask, _giveUp) = ((long)time.TotalMilliseconds, (long)timeout.TotalMilliseconds, ask, giveUp);
        _timer = new LoopTimer(loop, static state => ((KeepAlive)state!).Look(), this);
    }

    public void Start()
    {
        _received = EventLoop.Now;
        _timer.Start(_time);
    }

    /// <summary>Bytes came; inside the gate.</summary>
    public void Received()
    {
        _received = EventLoop.Now;
        if (_asked)
        {
            _asked = false;
            _timer.Start(_time);
        }
    }

    /// <summary>A PING was sent; inside the gate.</summary>
    public void Asked() => _asked = true;

    public void Dispose() => _timer.Dispose();

    private void Look()
    {
        var silent = EventLoop.Now - _received;
        if (_asked)
        {
            _giveUp();
            return;
        }

        if (silent < _time)
        {
            _timer.Start(_time - silent);
            return;
        }

        _ask();
        _timer.Start(_asked ? _timeout : _time);
    }
}
