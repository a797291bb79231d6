namespace Fathom.Lab.Reports.Sections;

/// <summary>Quotes an argument for a POSIX shell, where it needs it.</summary>
internal static class ShellQuoting
{
    private const string Plain = "-_./:=,@%+";

    public static string Quote(string argument) =>
        argument.Length > 0 && argument.All(c => char.IsAsciiLetterOrDigit(c) || Plain.Contains(c, StringComparison.Ordinal))
            ? argument
            : $"'{argument.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
