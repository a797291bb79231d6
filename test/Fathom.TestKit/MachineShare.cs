using System.Diagnostics;
using Fathom.Machines.Kernel;
using Xunit;

namespace Fathom.TestKit;

/// <summary>
/// Who uses the processors: <c>dotnet test</c> runs two projects at a time, and what one of them measures must not hang on what the other
/// computes. A project shares the machine while it computes; what measures has it alone, and waits until the others of this checkout have
/// ended. The kernel gives back what a process that dies held.
/// </summary>
public static class MachineShare
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(50);

    // The slowest of them ends after 130 s, and machines differ by four to five times.
    private static readonly TimeSpan ToWait = TimeSpan.FromMinutes(12);
    private static readonly string Lock = Path.Combine(Repository.Root, "artifacts", "machine.lock");

    private static FileStream? _held;

    /// <summary>Waits until nothing measures, and keeps measurements from beginning.</summary>
    public static Task ShareAsync() => TakeAsync(FileAccess.Read, FileShare.Read);

    /// <summary>Gives up this process's share, and waits until it is the only one.</summary>
    public static Task TakeAloneAsync() => TakeAsync(FileAccess.ReadWrite, FileShare.None);

    /// <summary>Lets the others go on.</summary>
    public static void Release()
    {
        _held?.Dispose();
        _held = null;
    }

    private static async Task TakeAsync(FileAccess access, FileShare share)
    {
        Release();
        for (var began = TimeProvider.System.GetTimestamp(); ; await Task.Delay(Poll))
        {
            try
            {
                _held = new FileStream(Lock, FileMode.OpenOrCreate, access, share);
                return;
            }
            catch (IOException) when (File.Exists(Lock) && TimeProvider.System.GetElapsedTime(began) < ToWait)
            {
                // Another project has it.
            }
            catch (IOException e) when (File.Exists(Lock))
            {
                throw new TimeoutException($"Another process holds {Lock} for {ToWait} already: tests of another project that do not end "
                    + "('fuser' names it). End it, and run the tests again.", e);
            }
        }
    }
}

/// <summary>Fixture of an assembly that computes: it shares the machine, until one of its collections takes it alone. Its process ends with
/// the one that started it: of tests that hang VSTest ends its host, and the program that the host started would hold the machine for
/// good.</summary>
public sealed class SharedMachine : IAsyncLifetime
{
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1);

    private readonly string? _parent = Parent;
    private Timer? _watch;

    /// <inheritdoc/>
    public async ValueTask InitializeAsync()
    {
        _watch = new Timer(_ => EndAnOrphan(), null, Look, Look);
        await MachineShare.ShareAsync();
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _watch?.Dispose();
        MachineShare.Release();
        return ValueTask.CompletedTask;
    }

    // The fourth field of /proc/PID/stat; null where there is no such file.
    private static string? Parent => ProcFiles.Stat(Environment.ProcessId).ElementAtOrDefault(1);

    private void EndAnOrphan()
    {
        if (Parent != _parent)
        {
            Process.GetCurrentProcess().Kill();
        }
    }
}

/// <summary>Fixture of a collection that measures. The collection runs when the parallel ones of its assembly have ended
/// (<c>DisableParallelization</c>), and this fixture waits for the other assemblies.</summary>
public sealed class QuietMachine : IAsyncLifetime
{
    /// <inheritdoc/>
    public async ValueTask InitializeAsync() => await MachineShare.TakeAloneAsync();

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        MachineShare.Release();
        return ValueTask.CompletedTask;
    }
}
