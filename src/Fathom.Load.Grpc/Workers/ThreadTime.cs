using System.Runtime.InteropServices;

namespace Fathom.Load.Grpc.Workers;

/// <summary>What Linux says about the calling thread; nothing elsewhere.</summary>
internal static unsafe partial class ThreadTime
{
    private const int ThreadClock = 3;
    private const int SetTimerSlack = 29;

    /// <summary>Processor time of the calling thread, in nanoseconds; null where the system does not tell.</summary>
    public static long? Processor
    {
        get
        {
            var time = stackalloc long[2];
            return OperatingSystem.IsLinux() && GetTime(ThreadClock, time) == 0 ? (time[0] * 1_000_000_000) + time[1] : null;
        }
    }

    /// <summary>Lets waits of the calling thread end when they are due, and not up to 50 us later (man 2 prctl,
    /// PR_SET_TIMERSLACK).</summary>
    public static void WakeOnTime()
    {
        if (OperatingSystem.IsLinux())
        {
            _ = Control(SetTimerSlack, 1);
        }
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, long* time);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nuint value);
}
