using Fathom.Cli.Settings;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Cli.Commands;

/// <summary>The folder of a node's certificates, as <c>--certificates</c> gives it.</summary>
internal static class CertificateFolder
{
    /// <summary>Does something with the folder; one that is not there, or cannot be used, ends the command.</summary>
    /// <param name="console">Whose folder relative paths start from.</param>
    /// <param name="folder">What the user wrote.</param>
    /// <param name="whose">Of which node it must be, as in "a node of the network".</param>
    /// <param name="use">What is done; it gets the folder's path.</param>
    public static T Use<T>(FathomConsole console, Written folder, string whose, Func<string, T> use)
    {
        var path = Path.Combine(console.Folder, folder.Value);
        if (!Directory.Exists(path))
        {
            throw CommandException.Usage($"{folder.Where}: there is no folder '{folder.Value}'; that of {whose} is needed");
        }

        try
        {
            return use(path);
        }
        catch (CertificateFolderException e)
        {
            throw CommandException.Missing($"{folder.Where}: {e.Message}");
        }
    }
}
