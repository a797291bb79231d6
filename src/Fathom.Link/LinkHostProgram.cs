using Fathom.Link.Linux;

namespace Fathom.Link;

/// <summary>Entry point of the process inside a link. <see cref="LinkRun"/> starts this assembly in new namespaces; it is not meant to be
/// run by hand.</summary>
internal static class LinkHostProgram
{
    public static Task Main()
    {
        // Console's reader is synchronised: its ReadLineAsync would block the thread it is called on.
        var input = new StreamReader(Console.OpenStandardInput());
        var output = new StreamWriter(Console.OpenStandardOutput());
        return LinkHost.RunAsync(input, output, TimeProvider.System);
    }
}
