using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Strands;

namespace Fathom.Tests.Transport.Connections.Strands;

/// <summary>A connection on a strand, reduced to what its strand sees: bytes to send, a socket that is full once, callbacks, and an
/// end.</summary>
internal sealed class ConnectionWorld : IStrandWorld, IStrandMember
{
    private readonly SessionState _state = new();
    private readonly Strand _strand;
    private readonly bool _fillsUp;
    private int _unsent;
    private int _written;
    private int _sent;
    private int _deferred;
    private int _called;
    private int _ran;
    private int _posted;
    private bool _isWritten;
    private bool _continues;
    private bool _wasFull;
    private volatile bool _inSend;

    public ConnectionWorld(bool fillsUp, params IReadOnlyList<Func<ConnectionWorld, Action>> threads)
    {
        _fillsUp = fillsUp;
        _strand = new Strand(_ => { }) { Observer = point => OnPoint?.Invoke(point) };
        Threads = [.. threads.Select(thread => thread(this))];
        _state.TryAdvance(SessionPhase.Open);
    }

    public IReadOnlyList<Action> Threads { get; }

    public Action<StrandPoint>? OnPoint { get; set; }

    private bool HasEnded => _state.IsClosed;

    /// <summary>Leaves work for the strand, as a handler that has returned does.</summary>
    public void Post()
    {
        Interlocked.Increment(ref _posted);
        _strand.Post(new Work(this));
    }

    /// <summary>Goes in and writes, as a caller does.</summary>
    public void Write()
    {
        using (_strand.Enter())
        {
            WriteOne();
        }
    }

    /// <summary>Goes in and writes, and sends itself whoever else is about.</summary>
    public void WriteHere()
    {
        using (_strand.Enter(sendsHere: true))
        {
            WriteOne();
        }
    }

    /// <summary>Sends what is left, as the event loop does.</summary>
    public void Flush()
    {
        using (_strand.Enter())
        {
            Touch();
        }
    }

    /// <summary>Tells that the full socket is writable again.</summary>
    public void BecomeWritable()
    {
        using (_strand.Enter())
        {
            _state.OnWritable();
            Touch();
        }
    }

    /// <summary>Closes the connection.</summary>
    public void Close()
    {
        using (_strand.Enter())
        {
            _state.TryAdvance(SessionPhase.Closed);
        }
    }

    bool IStrandMember.BeginSend(bool here)
    {
        RequireInside();
        _isWritten = false;
        var continues = _continues;
        _continues = false;
        if (HasEnded || !(continues || _state.Output is OutputState.Idle or OutputState.Posted))
        {
            return false;
        }

        if (_unsent == 0)
        {
            if (continues)
            {
                _state.EndSending();
            }

            return false;
        }

        _state.BeginSending();
        return true;
    }

    SendOutcome IStrandMember.Send()
    {
        _strand.IsInside.ShouldBeFalse("sent inside the strand");
        _inSend.ShouldBeFalse("two threads send");
        _inSend = true;
        OnPoint?.Invoke(StrandPoint.Left);
        _inSend = false;
        if (_fillsUp && !_wasFull)
        {
            _wasFull = true;
            return new SendOutcome(SendState.WouldBlock);
        }

        return new SendOutcome(SendState.Sent, 1);
    }

    void IStrandMember.EndSend(SendOutcome outcome)
    {
        RequireInside();
        _continues = false;
        if (HasEnded)
        {
            _state.EndSending();
        }
        else if (outcome.State == SendState.WouldBlock)
        {
            _state.Block();
        }
        else
        {
            _unsent--;
            _sent++;
            _continues = true;
            Touch();
        }
    }

    public string State() => $"{_state.Phase},{_state.Output},{_unsent},{_deferred - _called},{_posted - _ran},{_wasFull},{_inSend}";

    public void Check() => (_sent + _unsent).ShouldBe(_written, "bytes were lost or sent twice");

    public void CheckEnd()
    {
        _ran.ShouldBe(_posted, "posted work did not run");
        _called.ShouldBe(_deferred, "a callback did not run");
        if (HasEnded)
        {
            return;
        }

        _unsent.ShouldBe(_state.Output == OutputState.Blocked ? _unsent : 0, "nobody sends what is left");
        BecomeWritable();
        _unsent.ShouldBe(0, "a socket that is writable again is not used");
        _state.Output.ShouldBe(OutputState.Idle);
    }

    private void WriteOne()
    {
        RequireInside();
        _unsent++;
        _written++;
        Touch();
        _deferred++;
        _strand.Defer(new Callback(this));
    }

    private void Touch()
    {
        if (!_isWritten)
        {
            _isWritten = true;
            _strand.AddWritten(this);
        }
    }

    private void RequireInside() => _strand.IsInside.ShouldBeTrue("the state was touched from outside");

    private sealed class Work(ConnectionWorld world) : IStrandWork
    {
        public void Run()
        {
            world.WriteOne();
            world._ran++;
        }

        public void OnFailed(Exception error) => throw error;
    }

    private sealed class Callback(ConnectionWorld world) : IDeferredCallback
    {
        public void Invoke()
        {
            world._strand.IsInside.ShouldBeFalse("a callback ran inside");
            Interlocked.Increment(ref world._called);
        }
    }
}
