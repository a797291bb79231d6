using Fathom.Link.Linux;

namespace Fathom.Link;

/// <summary>The process inside a link. <see cref="LinkRun"/> starts this assembly in new namespaces; a program that is published as one
/// file has no such assembly, and is started itself.</summary>
public static class LinkHostProgram
{
    /// <summary>The argument with which a program that is one file is started as the process inside a link.</summary>
    internal const string Argument = "--fathom-link-host";

    /// <summary>Runs the process inside a link, if this process was started as one. Call it at the start of a program that is published
    /// as one file and makes links of packets.</summary>
    /// <param name="arguments">The arguments of the program.</param>
    /// <returns>Whether it was; the program has nothing else to do then.</returns>
    public static async Task<bool> RunIfStartedAsync(IReadOnlyList<string> arguments)
    {
        if (arguments is not [Argument])
        {
            return false;
        }

        await Main().ConfigureAwait(false);
        return true;
    }

    internal static Task Main()
    {
        // Console's reader is synchronised: its ReadLineAsync would block the thread it is called on.
        var input = new StreamReader(Console.OpenStandardInput());
        var output = new StreamWriter(Console.OpenStandardOutput());
        return LinkHost.RunAsync(input, output, TimeProvider.System);
    }
}
