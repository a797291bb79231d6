using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Fathom.Transport.Connections.Loops;

/// <summary>A poller on Linux's epoll, with an eventfd to wake it. Events carry a slot number. A removed registration leaves its slot
/// empty; one that reuses the slot can get a spurious event, which is harmless.</summary>
internal sealed unsafe class EpollPoller : Poller
{
    private const int MaxEvents = 256;
    private const int WakeSlot = -1;

    // struct epoll_event is packed on x86-64 only.
    private static readonly int Stride = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 12 : 16;
    private static readonly int DataOffset = Stride - 8;

    private static bool s_lacksPreciseWait;

    private readonly byte[] _events = GC.AllocateArray<byte>(MaxEvents * Stride, pinned: true);
    private readonly Lock _lock = new();
    private readonly Stack<int> _free = new();
    private readonly int _epoll;
    private readonly int _wake;
    private SocketRegistration?[] _slots = new SocketRegistration?[16];
    private int _used;
    private int _ready;

    public EpollPoller()
    {
        _epoll = Require(Libc.EpollCreate(Libc.CloseOnExec), "epoll_create1");
        _wake = Libc.EventDescriptor(0, Libc.CloseOnExec | Libc.NonBlocking);
        if (_wake < 0)
        {
            var error = Marshal.GetLastPInvokeError();
            _ = Libc.Close(_epoll);
            throw new IOException($"eventfd failed: {new Win32Exception(error).Message}");
        }

        ControlEpoll(Libc.ControlAdd, _wake, Libc.EventIn, WakeSlot);
    }

    public override void Add(SocketRegistration registration)
    {
        lock (_lock)
        {
            if (!_free.TryPop(out var slot))
            {
                slot = _used++;
                if (slot == _slots.Length)
                {
                    Array.Resize(ref _slots, slot * 2);
                }
            }

            registration.Slot = slot;
            _slots[slot] = registration;
            ControlEpoll(Libc.ControlAdd, Descriptor(registration), EventsOf(registration), slot);
        }
    }

    public override void Change(SocketRegistration registration, bool? read, bool? write)
    {
        lock (_lock)
        {
            var before = EventsOf(registration);
            registration.WantsRead = read ?? registration.WantsRead;
            registration.WantsWrite = write ?? registration.WantsWrite;
            if (registration.Slot >= 0 && EventsOf(registration) != before)
            {
                ControlEpoll(Libc.ControlModify, Descriptor(registration), EventsOf(registration), registration.Slot);
            }
        }
    }

    public override void Remove(SocketRegistration registration)
    {
        lock (_lock)
        {
            if (registration.Slot < 0)
            {
                return;
            }

            ControlEpoll(Libc.ControlDelete, Descriptor(registration), 0, registration.Slot);
            _slots[registration.Slot] = null;
            _free.Push(registration.Slot);
            registration.Slot = -1;
        }
    }

    public override void Wait(int milliseconds)
    {
        fixed (byte* events = _events)
        {
            _ready = Libc.EpollWait(_epoll, events, MaxEvents, milliseconds);
        }

        RequireReady();
    }

    public override void WaitPrecisely(long nanoseconds)
    {
        if (s_lacksPreciseWait)
        {
            base.WaitPrecisely(nanoseconds);
            return;
        }

        var (seconds, rest) = Math.DivRem(nanoseconds, 1_000_000_000);
        var timeout = stackalloc long[] { seconds, rest };
        try
        {
            fixed (byte* events = _events)
            {
                _ready = Libc.EpollPreciseWait(_epoll, events, MaxEvents, timeout, null);
            }
        }
        catch (EntryPointNotFoundException)
        {
            // glibc before 2.35.
            (s_lacksPreciseWait, _ready) = (true, 0);
        }

        if (_ready < 0 && Marshal.GetLastPInvokeError() == Libc.NotImplemented)
        {
            // Linux before 5.11.
            (s_lacksPreciseWait, _ready) = (true, 0);
        }

        RequireReady();
    }

    public override void Dispatch()
    {
        for (var i = 0; i < _ready; i++)
        {
            var entry = _events.AsSpan(i * Stride, Stride);
            var slot = BitConverter.ToInt32(entry[DataOffset..]);
            if (slot == WakeSlot)
            {
                ulong value;
                _ = Libc.Read(_wake, &value, sizeof(ulong));
            }
            else if (Volatile.Read(ref _slots)[slot] is { } registration)
            {
                var flags = BitConverter.ToUInt32(entry);
                var failed = (flags & (Libc.EventError | Libc.EventHangUp)) != 0;
                registration.Notify(
                    failed || (flags & Libc.EventIn) != 0,
                    failed || (flags & Libc.EventOut) != 0);
            }
        }
    }

    public override void Wake()
    {
        ulong one = 1;
        _ = Libc.Write(_wake, &one, sizeof(ulong));
    }

    public override void Dispose()
    {
        _ = Libc.Close(_wake);
        _ = Libc.Close(_epoll);
    }

    private static uint EventsOf(SocketRegistration registration) =>
        (registration.WantsRead ? Libc.EventIn : 0) | (registration.WantsWrite ? Libc.EventOut : 0);

    private static int Descriptor(SocketRegistration registration) => (int)registration.Socket.SafeHandle.DangerousGetHandle();

    private static int Require(int result, string call) => result >= 0
        ? result
        : throw new IOException($"{call} failed: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}");

    private void RequireReady()
    {
        // A signal can interrupt the wait; the loop continues.
        if (_ready < 0 && Marshal.GetLastPInvokeError() != Libc.Interrupted)
        {
            Require(_ready, "epoll_wait");
        }
    }

    private void ControlEpoll(int operation, int descriptor, uint events, int slot)
    {
        var entry = stackalloc byte[16];
        var span = new Span<byte>(entry, 16);
        span.Clear();
        BitConverter.TryWriteBytes(span, events);
        BitConverter.TryWriteBytes(span[DataOffset..], slot);
        Require(Libc.EpollControl(_epoll, operation, descriptor, entry), "epoll_ctl");
    }
}
