using System.Globalization;
using Fathom.Cli.Settings;
using Fathom.Cli.Settings.Units;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Reads values of the flags of load. A refusal names the flag, the value and what is accepted; a flag that is not set has no
/// value.</summary>
internal static class LoadValues
{
    public static int? Whole(this SettingValue? value, int least, int most) =>
        value is null ? null : SettingReader.WholeNumber(value.Where, value.Text, least, most);

    public static long? Count(this SettingValue? value) => value is null ? null
        : long.TryParse(value.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0 ? number
        : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a whole number above 0");

    /// <summary>Names of statuses other than OK, in any case, with underscores or without.</summary>
    public static IReadOnlySet<StatusCode> Statuses(this SettingValue? value) => value is null ? new HashSet<StatusCode>()
        : value.Text.Split(',', StringSplitOptions.TrimEntries).Select(text => ToStatus(text, value)).ToHashSet();

    public static double? Rate(this SettingValue? value) => value is null ? null : ToRate(value.Text, value);

    public static TimeSpan? Duration(this SettingValue? value) => value is null ? null : ToDuration(value.Text, value, allowZero: false);

    public static DateTimeOffset? Time(this SettingValue? value) => value is null ? null
        : DateTimeOffset.TryParseExact(value.Text, "yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time) ? time
        : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a time in UTC, such as 2026-01-31T12:00:00Z");

    private static StatusCode ToStatus(string text, SettingValue value)
    {
        var known = Enum.GetValues<StatusCode>().Where(code => code != StatusCode.OK).ToList();
        var name = text.Replace("_", "", StringComparison.Ordinal);
        return known.Find(code => code.ToString().Equals(name, StringComparison.OrdinalIgnoreCase)) is not StatusCode.OK and var found
            ? found
            : throw CommandException.Usage(DidYouMean.Refusal($"{value.Where}: ", text, "a status", [.. known.Select(code => $"{code}")]));
    }

    public static double ToRate(string text, SettingValue value) =>
        double.TryParse(text.EndsWith("/s", StringComparison.Ordinal) ? text[..^2] : text, NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture, out var rate) && double.IsFinite(rate) && rate <= 1e9
            ? rate
            : throw CommandException.Usage($"{value.Where}: '{value.Text}' has no rate; accepted: calls per second, such as 1000 or 0.5/s");

    public static TimeSpan ToDuration(string text, SettingValue value, bool allowZero) =>
        DurationText.TryParse(text, out var duration) && (duration > TimeSpan.Zero || allowZero)
            ? duration
            : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a duration above zero; accepted: "
                + DurationText.Accepted);
}
