using System.Runtime.InteropServices;

namespace Fathom.Transport.Connections.Loops;

/// <summary>Linux system calls that .NET's Socket offers only with the thread pool.</summary>
internal static unsafe partial class Libc
{
    public const int CloseOnExec = 0x80000;
    public const int NonBlocking = 0x800;
    public const int ControlAdd = 1;
    public const int ControlDelete = 2;
    public const int ControlModify = 3;
    public const uint EventIn = 0x1;
    public const uint EventOut = 0x4;
    public const uint EventError = 0x8;
    public const uint EventHangUp = 0x10;
    public const int Interrupted = 4;
    public const int NotImplemented = 38;
    public const int InProgress = 115;

    // SIOCOUTQ (man 7 tcp).
    private const nuint OutputQueue = 0x5411;

    // FIONBIO (man 2 ioctl_list).
    private const nuint SetNonBlocking = 0x5421;

    [LibraryImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    public static partial int EpollCreate(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    public static partial int EpollControl(int epoll, int operation, int descriptor, byte* epollEvent);

    [LibraryImport("libc", EntryPoint = "epoll_wait", SetLastError = true)]
    public static partial int EpollWait(int epoll, byte* events, int count, int milliseconds);

    /// <summary>With a timeout of seconds and nanoseconds, for kernels of 64 bits.</summary>
    [LibraryImport("libc", EntryPoint = "epoll_pwait2", SetLastError = true)]
    public static partial int EpollPreciseWait(int epoll, byte* events, int count, long* timeout, void* signals);

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    public static partial int EventDescriptor(uint initial, int flags);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(int descriptor, void* buffer, nuint count);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int descriptor, void* buffer, nuint count);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    public static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "connect", SetLastError = true)]
    public static partial int Connect(int descriptor, byte* address, uint length);

    /// <summary>The bytes in a TCP socket's send queue: not sent, or not acknowledged. False where the kernel does not answer.</summary>
    public static bool TryGetUnacknowledgedBytes(SafeHandle socket, out int bytes)
    {
        int answer;
        var known = IoControl(socket, OutputQueue, &answer) == 0;
        bytes = known ? answer : 0;
        return known;
    }

    /// <summary>Makes the operations of a descriptor wait.</summary>
    public static void SetBlocking(SafeHandle descriptor)
    {
        var no = 0;
        _ = IoControl(descriptor, SetNonBlocking, &no);
    }

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int IoControl(SafeHandle descriptor, nuint request, int* value);
}
