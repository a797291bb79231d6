using System.Security.Cryptography;
using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>Reads files of certificates that flags name.</summary>
internal static class CertificateFile
{
    public static string Text(FathomConsole console, SettingValue file) => File.ReadAllText(Path.Combine(console.Folder, file.Text));

    /// <summary>What is in a file; a file that cannot be used is a fault of the flag.</summary>
    public static T Read<T>(SettingValue file, string accepted, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException or ArgumentException)
        {
            throw CommandException.Usage($"{file.Where}: '{file.Text}' cannot be used: {e.Message.TrimEnd('.')}; accepted: {accepted}");
        }
    }
}
