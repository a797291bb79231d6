using System.ComponentModel;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// Starts the process inside a link. A process with several threads cannot enter a new user namespace (unshare(2), EINVAL), so
/// util-linux's <c>unshare</c> does and then runs this assembly. A PID namespace ends every process of the link with that process.
/// </summary>
internal static class NamespaceLauncher
{
    /// <summary>Starts the host, its three standard streams redirected.</summary>
    /// <exception cref="LinkUnavailableException"><c>unshare</c> cannot be started.</exception>
    public static Process Start(LinkPrograms programs)
    {
        var start = new ProcessStartInfo(programs.Unshare,
        [
            "--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--",
            .. Host(programs),
        ])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false,
        };
        // No diagnostics port inside the link.
        start.Environment["DOTNET_EnableDiagnostics"] = "0";
        // In this assembly's runtime configuration, too; a program that is one file has its own.
        start.Environment["DOTNET_gcConcurrent"] = "0";
        try
        {
            return Process.Start(start) ?? throw new LinkUnavailableException(
                "'unshare' started no process", "approximate the link with --mode relay");
        }
        catch (Win32Exception e)
        {
            throw new LinkUnavailableException(
                $"'unshare' could not be started: {new Win32Exception(e.NativeErrorCode).Message}",
                "approximate the link with --mode relay");
        }
    }

    // In a program that is one file no assembly has a path: it is started itself.
    [UnconditionalSuppressMessage("SingleFile", "IL3000", Justification = "Without a path the program itself is started.")]
    private static string[] Host(LinkPrograms programs) => typeof(NamespaceLauncher).Assembly.Location is { Length: > 0 } path
        ? [programs.Dotnet, "exec", path]
        : [Environment.ProcessPath!, LinkHostProgram.Argument];

    /// <summary>Explains an early exit of the host.</summary>
    /// <param name="standardError">Standard error of the host.</param>
    /// <param name="exitCode">Its exit code.</param>
    public static LinkUnavailableException Explain(string standardError, int exitCode)
    {
        var reason = standardError.Length > 0 ? standardError
            : $"the process inside the link ended with exit code {exitCode} before the link was ready";
        var remedy = standardError.Contains("mount /proc", StringComparison.Ordinal)
            || standardError.Contains("mount proc", StringComparison.Ordinal)
            ? "this container hides parts of /proc, and the kernel then allows no other: start it with '--security-opt "
            + "systempaths=unconfined'; or approximate the link with --mode relay"
            : standardError.Contains("unshare", StringComparison.Ordinal)
            ? $"user namespaces must be open to this user: {NamespaceRemedy()}; or approximate the link with --mode relay"
            : "approximate the link with --mode relay";
        return new LinkUnavailableException(reason, remedy);
    }

    private static string NamespaceRemedy()
    {
        foreach (var (file, closed, remedy) in new[]
        {
            ("/proc/sys/user/max_user_namespaces", "0", "'sudo sysctl user.max_user_namespaces=10000'"),
            ("/proc/sys/kernel/unprivileged_userns_clone", "0", "'sudo sysctl kernel.unprivileged_userns_clone=1'"),
            ("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", "'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0'"),
        })
        {
            if (File.Exists(file) && File.ReadAllText(file).Trim() == closed)
            {
                return remedy;
            }
        }

        return "in a container, start it with '--security-opt seccomp=unconfined' or '--privileged'";
    }
}
