using System.Diagnostics;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.LinuxTests;

/// <summary>A link in a process of its own: <c>test/Fathom.LinkSample</c>, beside these tests.</summary>
internal static class Sample
{
    private static readonly string Program = Path.Combine(AppContext.BaseDirectory, "Fathom.LinkSample.dll");

    /// <summary>How to start it.</summary>
    public static IReadOnlyList<string> Command(string spec, params string[] arguments) =>
        [SubjectCatalog.DotnetHost, "exec", Program, spec, .. arguments];

    public static Process Start(string spec, params string[] arguments)
    {
        var command = Command(spec, arguments);
        return Process.Start(new ProcessStartInfo(command[0], command.Skip(1)) { RedirectStandardOutput = true,
            RedirectStandardInput = true })!;
    }
}
