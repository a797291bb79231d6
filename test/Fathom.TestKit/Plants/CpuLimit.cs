using System.Globalization;

namespace Fathom.TestKit.Plants;

/// <summary>A control group with a limit of processor time (version 1 or 2). Removed with what owns it.</summary>
public sealed class CpuLimit : IDisposable
{
    private const int PeriodUs = 100_000;

    private static readonly bool IsFirst = Directory.Exists("/sys/fs/cgroup/cpu");
    private static readonly string Root = IsFirst ? "/sys/fs/cgroup/cpu" : "/sys/fs/cgroup";

    private readonly string _folder;

    private CpuLimit(string folder) => _folder = folder;

    /// <summary>The file that a process writes its id into to enter the group.</summary>
    public string Processes => Path.Combine(_folder, "cgroup.procs");

    /// <summary>Creates one.</summary>
    /// <exception cref="PlantMissingException">This user may not, as in most containers.</exception>
    public static CpuLimit Create(int percent)
    {
        var folder = Path.Combine(Root, $"fathom-test-{Environment.ProcessId}");
        try
        {
            Directory.CreateDirectory(folder);
            var quota = (PeriodUs / 100 * percent).ToString(CultureInfo.InvariantCulture);
            if (IsFirst)
            {
                File.WriteAllText(Path.Combine(folder, "cpu.cfs_quota_us"), quota);
            }
            else
            {
                File.WriteAllText(Path.Combine(folder, "cpu.max"), $"{quota} {PeriodUs}");
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new PlantMissingException(
                $"a control group of processor time that this user may create (root; controller cpu): {e.Message}");
        }

        return new CpuLimit(folder);
    }

    /// <summary>The groups, limited or not, with a name like this.</summary>
    public static IReadOnlyList<string> GroupsNamed(string pattern) =>
        Directory.Exists(Root) ? Directory.GetDirectories(Root, pattern) : [];

    /// <summary>This process enters the group.</summary>
    public void Enter() => File.WriteAllText(Processes, $"{Environment.ProcessId}");

    /// <summary>This process leaves it for the root's.</summary>
    public static void Leave() => File.WriteAllText(Path.Combine(Root, "cgroup.procs"), $"{Environment.ProcessId}");

    public void Dispose() => Directory.Delete(_folder);
}
