using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>
/// Keeps the socket of an ended connection open until the peer has had time to read the last bytes: closing it earlier makes the kernel
/// answer what the peer still sends with a reset, which discards them (RFC 9113 section 5.4.1). After a second, on Linux, a peer whose
/// kernel has not taken everything gets more time: up to 30 s in all, and while it takes nothing up to 5 s. Owned by one session.
/// </summary>
internal sealed class Linger : IDisposable
{
    private const int CheckMilliseconds = 1000;
    private const int MaxChecks = 30;
    private const int MaxIdleChecks = 5;

    private readonly IDisposable _session;
    private readonly LoopTimer _timer;
    private IByteTransport? _transport;
    private long _untaken;
    private int _checks;
    private int _idleChecks;

    /// <param name="loop">The loop of the session.</param>
    /// <param name="session">Disposed on the loop when the time is over.</param>
    public Linger(EventLoop loop, IDisposable session)
    {
        _session = session;
        _timer = new LoopTimer(loop, static state => ((Linger)state!).Check(), this);
    }

    /// <summary>Disposes the session in a second. With a transport, once the peer's kernel has taken what was sent, or takes no more; call
    /// it when nothing is left to send.</summary>
    public void Start(IByteTransport? untilTaken = null)
    {
        (_untaken, _transport) = (long.MaxValue, untilTaken);
        _timer.Start(CheckMilliseconds);
    }

    public void Dispose() => _timer.Dispose();

    private void Check()
    {
        if (_transport?.UnacknowledgedBytes is > 0 and var untaken && ++_checks < MaxChecks)
        {
            _idleChecks = untaken < _untaken ? 0 : _idleChecks + 1;
            _untaken = untaken;
            if (_idleChecks < MaxIdleChecks)
            {
                _timer.Start(CheckMilliseconds);
                return;
            }
        }

        _session.Dispose();
    }
}
