using System.Net;
using System.Runtime.InteropServices;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux.Routes;

/// <summary>
/// Gives the programs of a link an <c>/etc/hosts</c> of their own, in which the names that they reach have their address in the link, and
/// an <c>/etc/nsswitch.conf</c> that reads it first. Both are mounted over the machine's in the mount namespace of the link: no other
/// program sees them, and the kernel removes them with the link.
/// </summary>
internal static class PrivateHosts
{
    private const string Hosts = "/etc/hosts";
    private const string Sources = "/etc/nsswitch.conf";

    /// <summary>Mounts the files; nothing without names to reach.</summary>
    /// <param name="plan">The link.</param>
    /// <param name="beside">Addresses of names on loopback outside, for programs that keep their network; else empty.</param>
    /// <exception cref="LinkUnavailableException">There is no <c>/etc/hosts</c>, or it cannot be covered.</exception>
    public static void Install(LinkPlan plan, IReadOnlyDictionary<string, IPAddress> beside)
    {
        var names = plan.Reach.Where(t => t.IsNamed || ReachTarget.IsLocalhost(t.To.Host)).DistinctBy(t => t.To.Host.ToUpperInvariant())
            .ToDictionary(t => t.To.Host.TrimEnd('.'), t => beside.GetValueOrDefault(t.To.Host) ?? t.Inside,
                StringComparer.OrdinalIgnoreCase);
        if (names.Count == 0)
        {
            return;
        }

        if (!File.Exists(Hosts))
        {
            throw new LinkUnavailableException($"{Hosts} does not exist, and names could not lead into the link",
                $"create it, or give addresses with --reach");
        }

        Cover(Hosts, HostsText(File.ReadAllLines(Hosts), names));
        if (File.Exists(Sources))
        {
            Cover(Sources, SourcesText(File.ReadAllLines(Sources)));
        }
    }

    /// <summary>The lines of a hosts file (hosts(5)) with other addresses for some names.</summary>
    /// <param name="lines">The machine's lines.</param>
    /// <param name="names">The names and their addresses.</param>
    internal static string HostsText(IEnumerable<string> lines, IReadOnlyDictionary<string, IPAddress> names)
    {
        var kept = lines.Select(l => l.Split('#')[0].Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries))
            .Where(w => w.Length > 1).Select(w => (Address: w[0], Names: w.Skip(1).Where(n => !names.ContainsKey(n.TrimEnd('.'))).ToList()))
            .Where(l => l.Names.Count > 0).Select(l => $"{l.Address}\t{string.Join(' ', l.Names)}");
        return string.Join('\n', [.. names.Select(n => $"{n.Value}\t{n.Key}"), .. kept, ""]);
    }

    /// <summary>The lines of nsswitch.conf(5) in which names are looked up in files first: a resolver of the machine would be asked outside
    /// of the link.</summary>
    internal static string SourcesText(IEnumerable<string> lines) =>
        string.Join('\n', [.. lines.Where(l => !l.TrimStart().StartsWith("hosts:", StringComparison.Ordinal)), "hosts: files dns", ""]);

    // The mount keeps the content; the file itself is not needed any more.
    private static void Cover(string path, string content)
    {
        var folder = Directory.CreateTempSubdirectory("fathom-link-");
        try
        {
            var file = Path.Combine(folder.FullName, Path.GetFileName(path));
            File.WriteAllText(file, content);
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead);
            }

            if (SystemCalls.Mount(file, path, null, SystemCalls.BindMount, 0) != 0)
            {
                throw new LinkUnavailableException(
                    $"{path} cannot be covered for the programs of the link: "
                        + new SystemCallException("mount(MS_BIND)", Marshal.GetLastPInvokeError()).Message,
                    "give addresses with --reach instead of names");
            }
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
