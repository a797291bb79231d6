using System.Runtime.InteropServices;

namespace Fathom.Load.Grpc.Workers;

/// <summary>What Linux says about the calling thread; nothing elsewhere.</summary>
internal static unsafe partial class ThreadTime
{
    private const int ThreadClock = 3;
    private const int SetTimerSlack = 29;

    // The shortest that the kernel accepts. With its default of about 3 ms the thread waits so long for a processor that another one has,
    // although it needs it for some 20 us.
    private const ulong Slice = 100_000;

    /// <summary>Processor time of the calling thread, in nanoseconds; null where the system does not tell.</summary>
    public static long? Processor
    {
        get
        {
            var time = stackalloc long[2];
            return OperatingSystem.IsLinux() && GetTime(ThreadClock, time) == 0 ? (time[0] * 1_000_000_000) + time[1] : null;
        }
    }

    /// <summary>Lets waits of the calling thread end when they are due: not up to 50 us later (prctl(2), PR_SET_TIMERSLACK), and before
    /// what other threads have of their slice of the processor, which from Linux 6.12 on is decided by its own slice (sched_setattr(2),
    /// sched_runtime of SCHED_OTHER). Needs no right.</summary>
    public static void WakeOnTime()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        _ = Control(SetTimerSlack, 1);
        if (RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64)
        {
            var (set, get) = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? (314, 315) : (274, 275);
            // What else it says, such as the thread's niceness, stays as it is.
            var attributes = new SchedulingAttributes();
            if (Call(get, 0, &attributes, (uint)sizeof(SchedulingAttributes), 0) == 0)
            {
                attributes.Runtime = Slice;
                _ = Call(set, 0, &attributes, 0, 0);
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint Call(nint number, nint thread, SchedulingAttributes* attributes, nuint sizeOrFlags, nuint flags);

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, long* time);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nuint value);

    // struct sched_attr, version 0 (sched_setattr(2)); the kernel writes its size.
    [StructLayout(LayoutKind.Sequential)]
    private struct SchedulingAttributes
    {
        public uint Size;
        public uint Policy;
        public ulong Flags;
        public int Nice;
        public uint Priority;
        public ulong Runtime;
        public ulong Deadline;
        public ulong Period;
    }
}
