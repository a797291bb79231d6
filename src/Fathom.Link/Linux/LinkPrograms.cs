using System.Runtime.InteropServices;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// Full paths of the programs that make and enter a link, found once per link. <c>Process.Start</c> resolves a bare name in the folder of
/// the running program and in the current folder before PATH, so that a file named <c>nsenter</c> in either would run instead.
/// </summary>
/// <param name="Unshare">util-linux's <c>unshare</c>.</param>
/// <param name="Nsenter">util-linux's <c>nsenter</c>.</param>
/// <param name="Dotnet">The <c>dotnet</c> that runs the process inside the link.</param>
internal sealed record LinkPrograms(string Unshare, string Nsenter, string Dotnet)
{
    /// <exception cref="LinkUnavailableException">The system is not Linux, or one of them is missing.</exception>
    public static LinkPrograms Find() => !OperatingSystem.IsLinux()
        ? throw new LinkUnavailableException("packets are forwarded between Linux network namespaces, and this is not Linux",
            "approximate the link with --mode relay")
        : new LinkPrograms(UtilLinux("unshare"), UtilLinux("nsenter"), FindDotnet(RuntimeEnvironment.GetRuntimeDirectory()));

    /// <summary>The <c>dotnet</c> above a runtime, since another installation may lack its version; else the one on PATH.</summary>
    /// <param name="runtime">The runtime's folder.</param>
    /// <exception cref="LinkUnavailableException">There is neither.</exception>
    public static string FindDotnet(string runtime)
    {
        var above = Path.GetFullPath(Path.Combine(runtime, "..", "..", "..", "dotnet"));
        return File.Exists(above) ? above : CommandLookup.Find("dotnet") ?? throw new LinkUnavailableException(
            "'dotnet' is not on PATH, nor at its place above the running .NET",
            "install the .NET runtime, or approximate the link with --mode relay");
    }

    private static string UtilLinux(string program) => CommandLookup.Find(program) ?? throw new LinkUnavailableException(
        $"'{program}' is not on PATH", "install util-linux (apt-get install util-linux)");
}
