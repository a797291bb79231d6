using System.Globalization;
using System.Runtime.InteropServices;

namespace Fathom.Machines.Kernel;

/// <summary>What a thread waits for in a call of the kernel that says it.</summary>
public enum KernelWait
{
    /// <summary>A time that it sets itself: <c>nanosleep</c>.</summary>
    Sleep,

    /// <summary>A lock of a file: <c>flock</c>, <c>fcntl</c> with F_SETLKW.</summary>
    FileLock,

    /// <summary>Written data to be on the disk: <c>fsync</c>, <c>fdatasync</c>, <c>msync</c>, <c>sync_file_range</c>.</summary>
    Disk,

    /// <summary>A process that it has started: <c>wait4</c>, <c>waitid</c>.</summary>
    Child,

    /// <summary>Room in a pipe, whose reader does not keep up: <c>write</c>, <c>writev</c>.</summary>
    Pipe,

    /// <summary>Events, for a time that it sets itself at most, as an event loop does until its next timer: <c>epoll_wait</c>,
    /// <c>poll</c>.</summary>
    Events,
}

/// <summary>A thread that waits in the kernel.</summary>
/// <param name="Thread">Its number.</param>
/// <param name="For">What it waits for.</param>
/// <param name="Switches">How often it has begun to wait since it started: while that stays, the wait is the same one.</param>
/// <param name="LimitMs">For how long it waits for events at most, ms; 0 for all else.</param>
public readonly record struct ThreadWait(int Thread, KernelWait For, double Switches, int LimitMs);

/// <summary>Reads what the threads of a process wait for (proc_pid_syscall(5)). Sockets and locks in memory are left out: most threads wait
/// for these when nothing is wrong.</summary>
public static class ThreadWaits
{
    // F_SETLKW and F_OFD_SETLKW of fcntl(2).
    private static readonly int[] Locking = [7, 38];

    private static readonly Dictionary<int, KernelWait> Calls = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => Table(sleep: [35, 230], locking: [73, 72], disk: [74, 75, 26, 277], child: [61, 247], write: [1, 20],
            events: [232, 281, 7]),
        Architecture.Arm64 => Table(sleep: [101, 115], locking: [32, 25], disk: [82, 83, 227, 84], child: [260, 95], write: [64, 66],
            events: [22]),
        _ => [],
    };

    private static readonly int FileControl = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 72 : 25;

    // Its time limit is the third argument, and that of epoll_wait(2) and epoll_pwait(2) the fourth.
    private const int Poll = 7;

    /// <summary>Those of its threads that wait for one of these; none of a process that ended, that belongs to another user, or where the
    /// kernel does not say it.</summary>
    public static IEnumerable<ThreadWait> Of(int pid) => ProcFiles.List($"/proc/{pid}/task").Select(WaitOf).OfType<ThreadWait>();

    private static ThreadWait? WaitOf(string thread)
    {
        if (ProcFiles.Read($"{thread}/syscall")?.Split(' ') is not [var call, var first, var second, var third, var fourth, ..]
            || !int.TryParse(call, CultureInfo.InvariantCulture, out var number) || !Calls.TryGetValue(number, out var wait))
        {
            return null;
        }

        var limitMs = wait == KernelWait.Events ? IntOf(number == Poll ? third : fourth) : 0;
        return (number == FileControl && !Locking.Contains(IntOf(second))) || (wait == KernelWait.Events && limitMs <= 0)
            || (wait == KernelWait.Pipe && !IsPipe($"{thread}/fd/{IntOf(first)}"))
                ? null
                : new ThreadWait(int.Parse(Path.GetFileName(thread), CultureInfo.InvariantCulture), wait,
                    ProcFiles.Number(ProcFiles.Value(ProcFiles.Read($"{thread}/status"), "voluntary_ctxt_switches")) ?? 0, limitMs);
    }

    // The upper half of the register is not the argument's.
    private static int IntOf(string argument) => (int)Convert.ToInt64(argument, 16);

    private static bool IsPipe(string descriptor) =>
        ProcessSockets.LinkOf(descriptor)?.StartsWith("pipe:", StringComparison.Ordinal) == true;

    private static Dictionary<int, KernelWait> Table(int[] sleep, int[] locking, int[] disk, int[] child, int[] write, int[] events) =>
        new (int[] Calls, KernelWait For)[]
        {
            (sleep, KernelWait.Sleep), (locking, KernelWait.FileLock), (disk, KernelWait.Disk), (child, KernelWait.Child),
            (write, KernelWait.Pipe), (events, KernelWait.Events),
        }.SelectMany(w => w.Calls.Select(c => (c, w.For))).ToDictionary();
}
