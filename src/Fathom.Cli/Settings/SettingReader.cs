using System.Globalization;

namespace Fathom.Cli.Settings;

/// <summary>Reads values of flags. A refusal names the place of the value, the value, and what is accepted.</summary>
internal static class SettingReader
{
    public static string Text(string where, string value) =>
        value.Length > 0 ? value : throw CommandException.Usage($"{where}: the value is empty; give one, or leave it out");

    public static string OneOf(string where, string value, string kind, IReadOnlyList<string> accepted) =>
        accepted.Contains(value) ? value : throw CommandException.Usage(DidYouMean.Refusal($"{where}: ", value, kind, accepted));

    public static int WholeNumber(string where, string value, int least, int most) =>
        int.TryParse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) && number >= least
            && number <= most
            ? number
            : throw CommandException.Usage($"{where}: '{value}' is not a whole number from {least} to {most}");

    public static bool YesOrNo(string where, string value) =>
        bool.TryParse(value, out var yes) ? yes : throw CommandException.Usage(
            DidYouMean.Refusal($"{where}: ", value, "true or false", ["true", "false"]));
}
