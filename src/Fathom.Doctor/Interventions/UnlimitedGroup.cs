using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Fathom.Machines.Kernel;
using Fathom.Machines.Prerequisites;

namespace Fathom.Doctor.Interventions;

/// <summary>
/// A fresh control group without a limit of processor time, in which a program is started. Owns the group, and with it everything that the
/// program started there.
/// </summary>
internal sealed class UnlimitedGroup : RunEnvironment
{
    // The shell's own process enters the group, and then becomes the program.
    private const string Enter = "echo $$ > \"$0\" && exec \"$@\"";
    private const string Processes = "cgroup.procs";

    private static readonly TimeSpan ToEmpty = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(2);

    // In version 2 one group has all limits, so that a process outside of it would be rid of these, too.
    private static readonly (string File, string Unlimited)[] OtherLimits =
    [
        ("memory.max", "max"), ("memory.high", "max"), ("memory.swap.max", "max"), ("pids.max", "max"), ("io.max", ""), ("cpuset.cpus", ""),
    ];

    private readonly string _folder;
    private readonly string _shell;

    private UnlimitedGroup(string folder, string shell) => (_folder, _shell) = (folder, shell);

    /// <summary>Creates one, and verifies that a process may enter it.</summary>
    /// <param name="inherited">The groups that the program would inherit; see <see cref="ProcessorGroups"/>.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="RunEnvironmentException">There is no place for it, or this user may not make it.</exception>
    public static async Task<UnlimitedGroup> CreateAsync(IReadOnlyList<string> inherited, CancellationToken cancellation)
    {
        var group = new UnlimitedGroup(Path.Combine(ParentOf(inherited), $"{Leftovers.Name}group"), Program("sh"));
        try
        {
            Directory.CreateDirectory(group._folder);
            using var attempt = group.Start(new ProcessStartInfo(Program("true")) { RedirectStandardError = true });
            await attempt.WaitForExitAsync(cancellation);
            return attempt.ExitCode == 0 ? group : throw new UnauthorizedAccessException();
        }
        catch (Exception e)
        {
            await group.DisposeAsync();
            throw e is UnauthorizedAccessException or IOException or Win32Exception
                ? new RunEnvironmentException("this user may not start a program in a new control group above the one with the limit: it "
                    + "needs root, or groups of its own up to there (systemd: Delegate=cpu)", e)
                : e;
        }
    }

    /// <summary>The group that another doctor left; it is removed, with all that runs in it, when it is disposed.</summary>
    public static UnlimitedGroup Left(string folder) => new(folder, "");

    /// <summary>The group in which a new one inherits no limit: the one above all limits, because a limit also binds the groups
    /// below.</summary>
    /// <param name="inherited">The groups that the program would inherit: its own first, the topmost last.</param>
    /// <exception cref="RunEnvironmentException">There is none.</exception>
    public static string ParentOf(IReadOnlyList<string> inherited)
    {
        var highest = inherited.ToList().FindLastIndex(g => ProcessorGroups.LimitOf(g) is not null);
        if (highest < 0)
        {
            throw new RunEnvironmentException("the program does not inherit its limit: no control group in which it is started has one, so "
                + "that the command itself sets it. Remove the limit there");
        }

        if (highest == inherited.Count - 1)
        {
            throw new RunEnvironmentException(
                "the limit is that of the topmost control group that can be seen from here, as in a container: "
                + "run this command outside of it, or start the container without the limit");
        }

        var others = inherited.Take(highest + 1).SelectMany(g => OtherLimits.Where(l => IsSet(g, l)).Select(l => l.File)).Distinct()
            .ToList();
        return others.Count == 0 ? inherited[highest + 1] : throw new RunEnvironmentException(
            $"the control groups of the program also limit {string.Join(", ", others)}, which would be lifted with cpu.max: remove these, "
                + "or remove the limit of processor time yourself and compare with --against");
    }

    /// <inheritdoc/>
    public override ProcessStartInfo Place(ProcessStartInfo info)
    {
        string[] words = ["-c", Enter, Path.Combine(_folder, Processes), info.FileName, .. info.ArgumentList];
        info.FileName = _shell;
        info.ArgumentList.Clear();
        Array.ForEach(words, info.ArgumentList.Add);
        return info;
    }

    /// <summary>Ends what is left of the program, and removes the group.</summary>
    /// <exception cref="RunEnvironmentException">It cannot be removed.</exception>
    public override async ValueTask DisposeAsync()
    {
        var began = TimeProvider.System.GetTimestamp();
        while (TryRemove() is { } why)
        {
            if (TimeProvider.System.GetElapsedTime(began) > ToEmpty)
            {
                throw new RunEnvironmentException(
                    $"the control group '{Path.GetFileName(_folder)}' cannot be removed: {why.Message} Remove it with rmdir", why);
            }

            await Task.Delay(BetweenAttempts, TimeProvider.System);
        }

        await base.DisposeAsync();
    }

    private static string Program(string name) => ExecutableSearch.Find(name)
        ?? throw new RunEnvironmentException($"'{name}', with which a program enters a control group, is not on PATH");

    // The program may have made groups in its own: what is deepest goes first.
    private IOException? TryRemove()
    {
        if (!Directory.Exists(_folder))
        {
            return null;
        }

        try
        {
            foreach (var group in Directory.GetDirectories(_folder, "*", SearchOption.AllDirectories).OrderByDescending(g => g.Length)
                .Append(_folder))
            {
                EndProcesses(group);
                Directory.Delete(group);
            }

            return null;
        }
        catch (IOException e)
        {
            return e;
        }
    }

    private static void EndProcesses(string group)
    {
        foreach (var line in (ProcFiles.Read(Path.Combine(group, Processes)) ?? "").Split('\n'))
        {
            // 0 is a process of another namespace.
            if (int.TryParse(line, CultureInfo.InvariantCulture, out var id) && id > 0)
            {
                End(id);
            }
        }
    }

    private static void End(int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            process.Kill();
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // It ended meanwhile; one that goes on keeps the group, and the removal says so.
        }
    }

    private static bool IsSet(string group, (string File, string Unlimited) limit) =>
        ProcFiles.Read(Path.Combine(group, limit.File))?.Trim() is { Length: > 0 } value && value != limit.Unlimited;
}
