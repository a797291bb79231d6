using System.Globalization;
using Fathom.Cli.Settings;
using Fathom.Link.Units;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>The values of the flags of one <c>fathom load</c>. A refusal names the flag, the value and what is accepted.</summary>
internal sealed class LoadFlagValues(
    IReadOnlyDictionary<string, SettingValue?> texts, IReadOnlyDictionary<string, IReadOnlyList<SettingValue>> lists,
    IReadOnlySet<string> switches)
{
    public SettingValue? Setting(string name) => texts[name];

    public string? Text(string name) => texts[name]?.Text;

    public IReadOnlyList<SettingValue> List(string name) => lists[name];

    public bool Has(string name) => switches.Contains(name);

    public int? Whole(string name, int least, int most) =>
        texts[name] is { } value ? SettingReader.WholeNumber(value.Where, value.Text, least, most) : null;

    public long? Count(string name) => texts[name] is { } value
        ? long.TryParse(value.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0 ? number
            : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a whole number above 0")
        : null;

    /// <summary>Names of statuses other than OK, in any case, with underscores or without.</summary>
    public IReadOnlySet<StatusCode> Statuses(string name) => texts[name] is not { } value ? new HashSet<StatusCode>()
        : value.Text.Split(',', StringSplitOptions.TrimEntries).Select(text => ToStatus(text, value)).ToHashSet();

    public double? Rate(string name) => texts[name] is { } value ? ToRate(value.Text, value) : null;

    public TimeSpan? Duration(string name) => texts[name] is { } value ? ToDuration(value.Text, value, allowZero: false) : null;

    public DateTimeOffset? Time(string name) => texts[name] is { } value
        ? DateTimeOffset.TryParseExact(value.Text, "yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time) ? time
            : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a time in UTC, such as 2026-01-31T12:00:00Z")
        : null;

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
        DurationText.TryParse(text, out var nanoseconds) && (nanoseconds > 0 || allowZero)
            ? TimeSpan.FromTicks(nanoseconds / TimeSpan.NanosecondsPerTick)
            : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a duration above zero; accepted: "
                + DurationText.Accepted);
}
