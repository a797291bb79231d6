using Fathom.Cli.Settings.Units;

namespace Fathom.Cli.Settings;

/// <summary>The text of a setting and its place, for a check that needs more than the text: a path, a rate, a name.</summary>
/// <param name="Text">The text, never empty.</param>
/// <param name="Where">Its place, for messages: the flag, the variable, or the file with line and section.</param>
internal sealed record SettingValue(string Text, string Where)
{
    /// <summary>Reads a duration with its unit, such as <c>1.5s</c>.</summary>
    /// <param name="value">The setting; null gives <paramref name="fallback"/>.</param>
    /// <param name="fallback">The duration where nothing was set.</param>
    /// <param name="range">The shortest and the longest duration that are accepted.</param>
    /// <param name="accepted">The range in words, with an example.</param>
    /// <exception cref="CommandException">The text is no duration, or out of range.</exception>
    public static TimeSpan Duration(
        SettingValue? value, TimeSpan fallback, (TimeSpan Shortest, TimeSpan Longest) range, string accepted) =>
        value is null
            ? fallback
            : DurationText.TryParse(value.Text, out var duration) && duration >= range.Shortest && duration <= range.Longest
            ? duration
            : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a duration {accepted}; units are ns, us, ms, s, m and h");
}
