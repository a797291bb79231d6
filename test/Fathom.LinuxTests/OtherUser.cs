using System.Diagnostics;

namespace Fathom.LinuxTests;

/// <summary>Runs programs as nobody (uid 65534): a user without any privilege.</summary>
internal static class OtherUser
{
    public static ProcessStartInfo Start(IReadOnlyList<string> command) => new("setpriv",
        ["--reuid", "65534", "--regid", "65534", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "env", "HOME=/tmp",
            .. command])
    {
        WorkingDirectory = "/",
    };

    /// <summary>Whether that user may make namespaces: kernels can reserve them to root.</summary>
    public static async Task<bool> CanMakeNamespacesAsync() =>
        (await Machine.RunAsync(Start(["unshare", "--user", "--map-root-user", "true"]))).ExitCode == 0;

    /// <summary>Whether that user can read what the tests were built to.</summary>
    public static async Task<bool> CanReadAsync(string path) => (await Machine.RunAsync(Start(["test", "-r", path]))).ExitCode == 0;
}
