using System.Diagnostics.CodeAnalysis;
using Fathom.Load.Grpc.Calls;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Load.Grpc.Workers;

/// <summary>
/// One of the run's connections: the current <see cref="LoadConnection"/>, its successor when it is lost, and the calls on it. On the
/// worker's loop only. Owned by the worker.
/// </summary>
internal sealed class ConnectionSlot : IDisposable
{
    // Of gRPC's connection backoff (doc/connection-backoff.md) the factor; shorter, because an outage is a part of the measurement.
    private const int FirstBackoffMilliseconds = 100;
    private const int LongestBackoffMilliseconds = 2_000;

    private readonly LoadWorker _worker;
    private readonly LoopTimer _backoff;
    private readonly Queue<LoadCall> _queued = new();
    private LoadConnection? _connection;
    private int _backoffMilliseconds = FirstBackoffMilliseconds;
    private bool _isOpen;
    private bool _wasReady;

    // Since it was connected last; the first successor comes at once.
    private bool _hasAnswered = true;

    /// <summary>Creates a slot, which connects on <see cref="Connect"/> or with its first call.</summary>
    /// <param name="worker">The worker.</param>
    /// <param name="quota">Calls in flight at most.</param>
    public ConnectionSlot(LoadWorker worker, int quota)
    {
        (_worker, Quota) = (worker, quota);
        _backoff = new LoopTimer(worker.Loop, static state => ((ConnectionSlot)state!).Connect(), this);
    }

    /// <summary>Calls in flight at most.</summary>
    public int Quota { get; }

    /// <summary>Calls in flight or queued.</summary>
    public int InFlight { get; private set; }

    /// <summary>Whether a call can be given to this connection now.</summary>
    public bool IsFree => InFlight < Quota && (_isOpen ? InFlight < _connection!.MaxStreams
        : _worker.Target.Channel == ChannelUse.Reused ? false
        : _worker.Target.Channel == ChannelUse.PerCall ? InFlight == 0 : !_wasReady);

    /// <summary>Whether the connection can carry calls.</summary>
    public bool IsOpen => _isOpen;

    /// <summary>Whether calls were given to the slot and wait for <see cref="Flush"/>.</summary>
    public bool HasQueued => _queued.Count > 0;

    public void Connect()
    {
        if (_worker.IsDone)
        {
            return;
        }

        _connection = new LoadConnection(this, _worker);
        _worker.CountConnection();
        _connection.Start();
    }

    /// <summary>Gives a call to the connection. It is sent by <see cref="Flush"/>, with others.</summary>
    public void Enqueue(LoadCall call)
    {
        InFlight++;
        _queued.Enqueue(call);
    }

    /// <summary>Outside the connection: sends the calls that were given to it, in one stay and with one send.</summary>
    public void Flush()
    {
        if (!_isOpen)
        {
            ConnectUnlessConnected();
            return;
        }

        using (_connection!.Strand.Enter())
        {
            SendQueued();
        }
    }

    /// <summary>Inside: starts a call on the connection in place of one that has ended.</summary>
    public bool TryStartNow(LoadCall call)
    {
        if (!_isOpen || InFlight >= _connection!.MaxStreams || !_connection.TryStart(call))
        {
            return false;
        }

        InFlight++;
        return true;
    }

    /// <summary>Inside: the server has answered a call.</summary>
    public void OnAnswered() => _hasAnswered = true;

    /// <summary>Inside: a call has ended.</summary>
    public void OnCallEnded()
    {
        InFlight--;
        if (_worker.Target.Channel == ChannelUse.PerCall && _connection is { } used)
        {
            (_isOpen, _connection) = (false, null);
            used.BeginShutdown();
        }
        else if (_isOpen && _queued.Count > 0)
        {
            SendQueued();
        }
    }

    /// <summary>Inside: TCP, and TLS where it is used, are connected.</summary>
    public void OnOpened()
    {
        if (_worker.Target.Channel != ChannelUse.Reused)
        {
            _isOpen = true;
            SendQueued();
            _worker.OnFree();
        }
    }

    /// <summary>Inside: the server's SETTINGS were received.</summary>
    public void OnReady()
    {
        (_isOpen, _wasReady) = (true, true);
        _worker.OnConnected();
        _worker.OnFree();
    }

    /// <summary>Inside: the server accepts no more calls on this connection. Another takes its place, while this one completes its calls:
    /// at once, unless none has been answered since the last one did.</summary>
    public void OnRefused(LoadConnection refused)
    {
        if (refused != _connection)
        {
            return;
        }

        (_isOpen, _connection) = (false, null);
        if (TakeAnswered())
        {
            _worker.Loop.Post(new LoopAction(ConnectUnlessConnected));
        }
        else
        {
            ConnectLater();
        }
    }

    /// <summary>Inside the connection that has ended.</summary>
    public void OnClosed(LoadConnection closed)
    {
        if (closed != _connection)
        {
            // It was replaced, or has ended with its only call.
            return;
        }

        var failure = closed.Failure;
        (_isOpen, _connection) = (false, null);
        _worker.OnLost(this, failure);
        while (_queued.TryDequeue(out var call))
        {
            _worker.OnNotSent(this, call, failure.Reason);
        }

        TakeAnswered();
        ConnectLater();
    }

    /// <summary>Takes a call that was not sent away from the connection.</summary>
    public bool TryDropQueued([NotNullWhen(true)] out LoadCall? call) => _queued.TryDequeue(out call);

    /// <summary>Outside: closes the connection for good.</summary>
    public void Dispose()
    {
        _backoff.Dispose();
        var connection = _connection;
        (_isOpen, _connection) = (false, null);
        connection?.Dispose();
    }

    // Waits begin anew after an answer, which counts once.
    private bool TakeAnswered()
    {
        if (!_hasAnswered)
        {
            return false;
        }

        (_hasAnswered, _backoffMilliseconds) = (false, FirstBackoffMilliseconds);
        return true;
    }

    private void ConnectLater()
    {
        if (!_worker.IsDone)
        {
            _backoff.Start(_backoffMilliseconds);
            _backoffMilliseconds = Math.Min(LongestBackoffMilliseconds, _backoffMilliseconds * 2);
        }
    }

    private void ConnectUnlessConnected()
    {
        if (_connection is null && !_backoff.IsScheduled)
        {
            Connect();
        }
    }

    private void SendQueued()
    {
        while (_queued.TryPeek(out var call))
        {
            if (call.Cancelled != CancelReason.None)
            {
                _queued.Dequeue();
                _worker.OnNotSent(this, call, "it was not sent before its deadline");
                continue;
            }

            if (!_connection!.TryStart(call))
            {
                // It waits for a stream; a server allows few until its SETTINGS are known.
                return;
            }

            _queued.Dequeue();
        }
    }
}
