using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>Detects a silent peer (gRPC doc/keepalive.md): sends a PING after a time without received bytes, and reports a timeout when
/// nothing arrives after it. Owned by one connection.</summary>
internal sealed class KeepAlive : IDisposable
{
    /// <summary>The payload of the PING.</summary>
    public const ulong PingPayload = 0x6661_7468_6f6d_0002;

    private readonly EventLoop _loop;
    private readonly long _time;
    private readonly long _timeout;
    private readonly Action _sendPing;
    private readonly Action _timedOut;
    private readonly LoopTimer _timer;
    private long _received;
    private bool _pingSent;

    public KeepAlive(EventLoop loop, TimeSpan time, TimeSpan timeout, Action ask, Action giveUp)
    {
        _loop = loop;
        (_time, _timeout, _sendPing, _timedOut) = ((long)time.TotalMilliseconds, (long)timeout.TotalMilliseconds, ask, giveUp);
        _timer = new LoopTimer(loop, static state => ((KeepAlive)state!).Check(), this);
    }

    public void Start()
    {
        _received = _loop.Now;
        _timer.Start(_time);
    }

    /// <summary>Inside: bytes were received.</summary>
    public void OnReceived()
    {
        _received = _loop.Now;
        if (_pingSent)
        {
            _pingSent = false;
            _timer.Start(_time);
        }
    }

    /// <summary>Inside: a PING was sent.</summary>
    public void OnPingSent() => _pingSent = true;

    public void Dispose() => _timer.Dispose();

    private void Check()
    {
        var silent = _loop.Now - _received;
        if (_pingSent)
        {
            _timedOut();
            return;
        }

        if (silent < _time)
        {
            _timer.Start(_time - silent);
            return;
        }

        _sendPing();
        _timer.Start(_pingSent ? _timeout : _time);
    }
}
