using Fathom.Link.Linux;

namespace Fathom.Link;

/// <summary>The entry point of the process inside a link. Nobody calls it by hand: <see cref="LinkRun"/> starts this assembly in namespaces
/// of its own.</summary>
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
