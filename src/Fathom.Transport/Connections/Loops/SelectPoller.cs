using System.Net;
using System.Net.Sockets;

namespace Fathom.Transport.Connections.Loops;

/// <summary>A poller for systems without epoll: select, with a pair of UDP sockets on loopback to wake it. Its cost grows with the number
/// of sockets.</summary>
internal sealed class SelectPoller : Poller
{
    private readonly Lock _lock = new();
    private readonly Dictionary<Socket, SocketRegistration> _registrations = [];
    private readonly Socket _woken = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { Blocking = false };
    private readonly Socket _waker = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { Blocking = false };
    private readonly byte[] _signal = new byte[16];
    private List<Socket> _readable = [];
    private List<Socket> _writable = [];
    private List<Socket> _failed = [];

    public SelectPoller()
    {
        _woken.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _waker.Connect(_woken.LocalEndPoint!);
    }

    public override void Add(SocketRegistration registration)
    {
        lock (_lock)
        {
            _registrations.Add(registration.Socket, registration);
        }

        Wake();
    }

    public override void Change(SocketRegistration registration, bool? read, bool? write)
    {
        lock (_lock)
        {
            registration.WantsRead = read ?? registration.WantsRead;
            registration.WantsWrite = write ?? registration.WantsWrite;
        }

        // A wait in progress uses the events that were set when it began.
        Wake();
    }

    public override void Remove(SocketRegistration registration)
    {
        lock (_lock)
        {
            _registrations.Remove(registration.Socket);
        }

        Wake();
    }

    public override void Wait(int milliseconds)
    {
        (_readable, _writable, _failed) = ([_woken], [], []);
        lock (_lock)
        {
            foreach (var registration in _registrations.Values)
            {
                AddIf(registration.WantsRead, registration.Socket, _readable);
                AddIf(registration.WantsWrite, registration.Socket, _writable);
                _failed.Add(registration.Socket);
            }
        }

        try
        {
            Socket.Select(_readable, _writable, _failed,
                milliseconds < 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromMilliseconds(milliseconds));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // A socket was closed during the wait; the next wait has a new list.
            (_readable, _writable, _failed) = ([], [], []);
        }
    }

    public override void Dispatch()
    {
        foreach (var socket in _readable.Concat(_writable).Concat(_failed).Distinct().ToArray())
        {
            Notify(socket, _readable.Contains(socket) || _failed.Contains(socket), _writable.Contains(socket) || _failed.Contains(socket));
        }
    }

    public override void Wake() => _waker.Send(_signal.AsSpan(0, 1), SocketFlags.None, out _);

    public override void Dispose()
    {
        _waker.Dispose();
        _woken.Dispose();
    }

    private static void AddIf(bool wanted, Socket socket, List<Socket> list)
    {
        if (wanted)
        {
            list.Add(socket);
        }
    }

    private void Notify(Socket socket, bool readable, bool writable)
    {
        if (socket == _woken)
        {
            while (_woken.Receive(_signal, SocketFlags.None, out var error) > 0 && error == SocketError.Success)
            {
            }

            return;
        }

        SocketRegistration? registration;
        lock (_lock)
        {
            _registrations.TryGetValue(socket, out registration);
        }

        registration?.Notify(readable, writable);
    }
}
