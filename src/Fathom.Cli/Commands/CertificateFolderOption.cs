using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Cli.Commands;

/// <summary>The flag <c>--certificates DIR</c>: a node's folder of certificates.</summary>
internal static class CertificateFolderOption
{
    private const string Name = "--certificates";

    public static Option<SettingValue?> Create(string help, CommandSettings settings) => SettingOption.Text(Name, help, "DIR", settings);

    /// <summary>The refusal where the flag is absent.</summary>
    /// <param name="remedy">Which folder to give.</param>
    public static CommandException Missing(string remedy) => CommandException.Usage($"{Name} is missing: {remedy}");

    /// <summary>Reads something from the folder. One that is not there, or that cannot be used, ends the command.</summary>
    /// <param name="console">Relative paths start at its folder.</param>
    /// <param name="folder">The flag's value.</param>
    /// <param name="owner">The node whose folder is needed, as in "a node of the network".</param>
    /// <param name="read">Reads; its argument is the folder's path.</param>
    public static T Read<T>(FathomConsole console, SettingValue folder, string owner, Func<string, T> read)
    {
        var path = Path.Combine(console.Folder, folder.Text);
        if (!Directory.Exists(path))
        {
            throw CommandException.Usage(
                $"{folder.Where}: there is no folder '{folder.Text}'; give the certificates folder of {owner}");
        }

        try
        {
            return read(path);
        }
        catch (CertificateFolderException e)
        {
            throw CommandException.Missing($"{folder.Where}: {e.Message}");
        }
    }
}
