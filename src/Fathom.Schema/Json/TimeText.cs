using System.Globalization;

namespace Fathom.Schema.Json;

/// <summary>Timestamps and durations in the text of the proto3 JSON mapping.</summary>
internal static class TimeText
{
    // google/protobuf/duration.proto: the seconds alone have this bound, the nanos come on top.
    private const long MaxDuration = 315_576_000_000;
    private const long MinTime = -62_135_596_800;
    private const long MaxTime = 253_402_300_799;
    private const int NanosPerSecond = 1_000_000_000;

    /// <summary>Reads <c>yyyy-MM-ddTHH:mm:ss[.fffffffff](Z|+hh:mm)</c> (RFC 3339).</summary>
    public static bool TryParseTimestamp(ReadOnlySpan<char> text, out long seconds, out int nanos)
    {
        (seconds, nanos) = (0, 0);
        if (text.Length < 20 || !DateTime.TryParseExact(text[..19], "yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time))
        {
            return false;
        }

        seconds = (time.Ticks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerSecond;
        var rest = text[19..];
        return TryFraction(ref rest, out nanos) && TryZone(rest, out var offset) && (seconds -= offset) is >= MinTime and <= MaxTime;
    }

    /// <summary>Reads <c>[-]seconds[.fffffffff]s</c>.</summary>
    public static bool TryParseDuration(ReadOnlySpan<char> text, out long seconds, out int nanos)
    {
        (seconds, nanos) = (0, 0);
        if (text.Length < 2 || text[^1] != 's')
        {
            return false;
        }

        var negative = text[0] == '-';
        var rest = text[(negative ? 1 : 0)..^1];
        var digits = rest.IndexOf('.') is >= 0 and var point ? point : rest.Length;
        if (!long.TryParse(rest[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out seconds))
        {
            return false;
        }

        rest = rest[digits..];
        if (!TryFraction(ref rest, out nanos) || rest.Length > 0)
        {
            return false;
        }

        (seconds, nanos) = negative ? (-seconds, -nanos) : (seconds, nanos);
        return seconds is >= -MaxDuration and <= MaxDuration;
    }

    /// <summary>The text of a timestamp; null when it is out of range.</summary>
    public static string? Timestamp(long seconds, int nanos) => seconds is < MinTime or > MaxTime || nanos is < 0 or >= NanosPerSecond
        ? null
        : DateTime.UnixEpoch.AddSeconds(seconds).ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture) + Fraction(nanos) + "Z";

    /// <summary>The text of a duration; null when it is out of range.</summary>
    public static string? Duration(long seconds, int nanos) => seconds is < -MaxDuration or > MaxDuration
        || nanos is <= -NanosPerSecond or >= NanosPerSecond || (seconds < 0 && nanos > 0) || (seconds > 0 && nanos < 0)
        ? null
        : $"{(seconds < 0 || nanos < 0 ? "-" : "")}{Math.Abs(seconds)}{Fraction(Math.Abs(nanos))}s";

    // Of zero, three, six or nine digits.
    private static string Fraction(int nanos) => nanos switch
    {
        0 => "",
        _ when nanos % 1_000_000 == 0 => $".{nanos / 1_000_000:D3}",
        _ when nanos % 1_000 == 0 => $".{nanos / 1_000:D6}",
        _ => $".{nanos:D9}",
    };

    private static bool TryFraction(ref ReadOnlySpan<char> rest, out int nanos)
    {
        nanos = 0;
        if (rest.Length == 0 || rest[0] != '.')
        {
            return true;
        }

        var digits = 0;
        for (rest = rest[1..]; digits < rest.Length && char.IsAsciiDigit(rest[digits]); digits++)
        {
            nanos = digits < 9 ? (nanos * 10) + (rest[digits] - '0') : nanos;
        }

        for (var i = digits; i < 9; i++)
        {
            nanos *= 10;
        }

        rest = rest[digits..];
        return digits is > 0 and <= 9;
    }

    private static bool TryZone(ReadOnlySpan<char> zone, out long offset)
    {
        offset = 0;
        if (zone is "Z" or "z")
        {
            return true;
        }

        if (zone.Length != 6 || zone[0] is not ('+' or '-') || zone[3] != ':'
            || !int.TryParse(zone[1..3], NumberStyles.None, CultureInfo.InvariantCulture, out var hours) || hours > 23
            || !int.TryParse(zone[4..], NumberStyles.None, CultureInfo.InvariantCulture, out var minutes) || minutes > 59)
        {
            return false;
        }

        offset = ((hours * 60) + minutes) * 60 * (zone[0] == '-' ? -1 : 1);
        return true;
    }
}
