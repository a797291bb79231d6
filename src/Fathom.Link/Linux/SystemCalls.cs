using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Fathom.Link.Linux;

/// <summary>System calls without a .NET API. The numbers are those of Linux on x64 and arm64.</summary>
internal static partial class SystemCalls
{
    public const int ReadWrite = 0x2;
    public const int NonBlocking = 0x800;
    public const int CloseOnExec = 0x80000;
    public const int NewNetworkNamespace = 0x40000000;
    public const int SetTimerSlack = 29;
    public const short PollIn = 1;
    public const int UnixDomain = 1;
    public const int DatagramSocket = 2;

    public const int KillSignal = 9;
    public const nuint BindMount = 4096;

    public const int NotPermitted = 1;
    public const int NoEntry = 2;
    public const int NoProcess = 3;
    public const int Interrupted = 4;
    public const int InputOutput = 5;
    public const int TryAgain = 11;
    public const int AccessDenied = 13;
    public const int NoDevice = 19;
    public const int InvalidArgument = 22;
    public const int NoBuffers = 105;

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    public static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    public static partial int Control(int descriptor, nuint request, ref byte argument);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(int descriptor, ref byte buffer, nint count);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int descriptor, ref byte buffer, nint count);

    [LibraryImport("libc", EntryPoint = "ppoll", SetLastError = true)]
    public static partial int Poll(ref PollEntry entries, nuint count, ref TimeSpec timeout, nint signalMask);

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    public static partial int EventDescriptor(uint initial, int flags);

    [LibraryImport("libc", EntryPoint = "socket", SetLastError = true)]
    public static partial int OpenSocket(int domain, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "socketpair", SetLastError = true)]
    public static partial int OpenSocketPair(int domain, int type, int protocol, ref int descriptors);

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    public static partial int ProcessControl(int option, nuint argument2, nuint argument3, nuint argument4, nuint argument5);

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    public static partial int SendSignal(int process, int signal);

    [LibraryImport("libc", EntryPoint = "mount", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Mount(string source, string target, string? type, nuint flags, nint data);

    [LibraryImport("libc", EntryPoint = "unshare", SetLastError = true)]
    public static partial int Unshare(int flags);

    /// <summary><c>struct pollfd</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PollEntry
    {
        public int Descriptor;
        public short Events;
        public short Returned;
    }

    /// <summary><c>struct timespec</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}

/// <summary>A system call failed. The message names the call, its argument and the kernel's error.</summary>
internal sealed class SystemCallException(string call, int error)
    : Exception($"{call} failed: {new Win32Exception(error).Message} (errno {error})")
{
    public int Error { get; } = error;

    /// <summary>Returns the result of a call, or throws if it is negative, with <c>errno</c>.</summary>
    public static int Check(int result, string call) =>
        result >= 0 ? result : throw new SystemCallException(call, Marshal.GetLastPInvokeError());
}
