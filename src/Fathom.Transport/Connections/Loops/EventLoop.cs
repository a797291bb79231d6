using System.Diagnostics;
using System.Net.Sockets;

namespace Fathom.Transport.Connections.Loops;

/// <summary>A thread that waits for sockets and timers and runs posted work. It is not a thread of the pool, so responses, deadlines and
/// cancellations are handled even when the pool is exhausted. A background thread that lives as long as the process.</summary>
internal sealed class EventLoop
{
    private static readonly Func<long> SystemClock = static () => (long)Stopwatch.GetElapsedTime(0).TotalMilliseconds;

    // Timers, and work, of one turn; then sockets have theirs. 5,000 connections that open together reach their timeouts together: to
    // close them takes 150 ms.
    private const int MaxPerTurn = 64;

    [ThreadStatic]
    private static EventLoop? t_current;

    private readonly Poller _poller;
    private readonly Lock _lock = new();
    private readonly TimerHeap _timers = new();
    private List<ILoopWork> _posted = [];
    private List<ILoopWork> _running = [];
    private int _ran;
    private bool _hasMoreTimers;
    private bool _isPostedByOthers;
    private bool _waiting;
    private long _waitingUntil;
    private object? _turn;

    /// <summary>Starts a loop.</summary>
    /// <param name="name">The name of its thread.</param>
    /// <param name="poller">What it waits with.</param>
    /// <param name="clock">A clock of tests, in milliseconds, whose timers are due when the loop next runs: post work after it has moved.
    /// </param>
    public EventLoop(string name, Poller poller, Func<long>? clock = null)
    {
        (_poller, Clock) = (poller, clock ?? SystemClock);
        Time = new LoopTimeProvider(this);
        new Thread(Run) { IsBackground = true, Name = name }.Start();
    }

    /// <summary>Whether the calling thread is an event-loop thread, which must not block.</summary>
    public static bool IsLoopThread => t_current is not null;

    /// <summary>Whether the calling thread is this loop's.</summary>
    public bool IsCurrent => t_current == this;

    /// <summary>Monotonic time in milliseconds; the same clock for all loops of a process.</summary>
    public Func<long> Clock { get; }

    /// <summary>What <see cref="Clock"/> shows.</summary>
    public long Now => Clock();

    /// <summary>The system clock with timers of this loop.</summary>
    public TimeProvider Time { get; }

    /// <summary>The receive buffer of all connections of the loop, which reads one socket at a time.</summary>
    public byte[] ReceiveBuffer { get; } = GC.AllocateUninitializedArray<byte>(128 * 1024, pinned: true);

    /// <summary>On the loop: the number of the turn.</summary>
    public long Turn { get; private set; }

    /// <summary>Work of each turn; null for none. Set it on the loop.</summary>
    public ILoopPulse? Pulse { get; set; }

    /// <summary>Called on any thread with an exception that nothing else takes; without a handler it goes to standard error. It never ends
    /// the loop.</summary>
    public static event Action<Exception>? Failed;

    /// <summary>Registers a socket.</summary>
    public SocketRegistration Register(Socket socket, ISocketEvents events, bool read = true, bool write = false)
    {
        var registration = new SocketRegistration(_poller, socket, events, read, write);
        _poller.Add(registration);
        return registration;
    }

    /// <summary>Runs work on the loop, in order.</summary>
    public void Post(ILoopWork work)
    {
        bool wake;
        lock (_lock)
        {
            _posted.Add(work);
            _isPostedByOthers |= !IsCurrent;
            wake = _waiting;
            _waiting = false;
        }

        if (wake)
        {
            _poller.Wake();
        }
    }

    /// <summary>Schedules a timer, in milliseconds from now; null stops it.</summary>
    public void Schedule(LoopTimer timer, long? milliseconds)
    {
        var wake = false;
        lock (_lock)
        {
            _timers.Remove(timer);
            if (milliseconds is { } wait)
            {
                // The clock has whole milliseconds: one more, so that the timer is never early.
                timer.DueAt = Now + wait + 1;
                _timers.Add(timer);
                wake = _waiting && timer.DueAt < _waitingUntil;
                _waiting &= !wake;
            }
        }

        if (wake)
        {
            _poller.Wake();
        }
    }

    /// <summary>On the loop: <paramref name="owner"/> is being served, and holds its output back until <see cref="EndTurn"/>.</summary>
    public void BeginTurn(object owner) => _turn = owner;

    /// <summary>On the loop: ends the turn.</summary>
    public void EndTurn() => _turn = null;

    /// <summary>Whether the calling thread is the loop's, in a turn of <paramref name="owner"/>.</summary>
    public bool IsInTurnOf(object owner) => IsCurrent && ReferenceEquals(_turn, owner);

    /// <summary>Gives an exception to <paramref name="target"/>, or to <see cref="Failed"/> if it takes none.</summary>
    public static void Fail(object? target, Exception error)
    {
        try
        {
            if (target is IFailureSink sink)
            {
                sink.OnFailed(error);
            }
            else
            {
                Report(error);
            }
        }
        catch (Exception e)
        {
            Report(new AggregateException(error, e));
        }
    }

    private static void Report(Exception error)
    {
        if (Failed is { } failed)
        {
            failed(error);
        }
        else
        {
            Console.Error.WriteLine($"an event loop continues after an exception: {error}");
        }
    }

    private void Run()
    {
        t_current = this;
        while (true)
        {
            Wait(BeginWait());
            Turn++;
            if (EndWait())
            {
                // The posting thread may post more: when it shares this core it continues first, and one send covers all. Otherwise this
                // returns immediately. Not for work of the loop's own: a yield each 512 KiB takes 13 % of the speed of echoes of 10 MiB.
                Thread.Yield();
            }

            _poller.Dispatch();
            RunTimers();
            RunPosted();
            Pulse?.Run();
        }
    }

    private void Wait(int milliseconds)
    {
        if (Pulse is { Wait: var nanoseconds and not long.MaxValue })
        {
            _poller.WaitPrecisely(milliseconds < 0 ? nanoseconds : Math.Min(nanoseconds, milliseconds * 1_000_000L));
        }
        else
        {
            _poller.Wait(milliseconds);
        }
    }

    private int BeginWait()
    {
        lock (_lock)
        {
            if (_posted.Count > 0 || _running.Count > 0 || _hasMoreTimers)
            {
                return 0;
            }

            _waiting = true;
            if (_timers.First is not { } first || Clock != SystemClock)
            {
                _waitingUntil = long.MaxValue;
                return -1;
            }

            _waitingUntil = first.DueAt;
            return (int)Math.Clamp(first.DueAt - Now, 0, int.MaxValue);
        }
    }

    /// <summary>Whether work of other threads is posted that has not begun.</summary>
    private bool EndWait()
    {
        lock (_lock)
        {
            _waiting = false;
            return _isPostedByOthers;
        }
    }

    private void RunTimers()
    {
        _hasMoreTimers = false;
        for (var i = 0; TakeDue() is { } timer;)
        {
            try
            {
                timer.Fire();
            }
            catch (Exception e)
            {
                Fail(timer.State, e);
            }

            if (++i == MaxPerTurn)
            {
                _hasMoreTimers = true;
                return;
            }
        }
    }

    private LoopTimer? TakeDue()
    {
        lock (_lock)
        {
            if (_timers.First is not { } timer || timer.DueAt > Now)
            {
                return null;
            }

            _timers.Remove(timer);
            if (timer.Period > 0)
            {
                timer.DueAt = Now + timer.Period;
                _timers.Add(timer);
            }

            return timer;
        }
    }

    private void RunPosted()
    {
        if (_running.Count == 0)
        {
            lock (_lock)
            {
                (_posted, _running, _isPostedByOthers) = (_running, _posted, false);
            }
        }

        for (var end = Math.Min(_ran + MaxPerTurn, _running.Count); _ran < end;)
        {
            var work = _running[_ran++];
            try
            {
                work.Run();
            }
            catch (Exception e)
            {
                Fail(work, e);
            }
        }

        if (_ran == _running.Count)
        {
            _running.Clear();
            _ran = 0;
        }
    }
}
