using System.Globalization;

namespace Fathom.Wire.Grpc;

/// <summary>The value of <c>grpc-timeout</c>: one to eight digits and a unit, H M S m u n (gRPC doc/PROTOCOL-HTTP2.md).</summary>
internal static class TimeoutEncoding
{
    private const int MaxDigits = 8;
    private const long MaxValue = 99_999_999;
    private const long NanosecondsPerTick = 100;

    private static readonly (char Unit, long Ticks)[] Units =
    [
        ('u', TimeSpan.TicksPerMicrosecond),
        ('m', TimeSpan.TicksPerMillisecond),
        ('S', TimeSpan.TicksPerSecond),
        ('M', TimeSpan.TicksPerMinute),
        ('H', TimeSpan.TicksPerHour),
    ];

    /// <summary>
    /// Encodes <paramref name="timeout"/> in the finest unit that fits in eight digits, rounded up so that the server does not time out
    /// before the client. Zero and negative timeouts become <c>1n</c>, because the format has no negative values.
    /// </summary>
    public static string Encode(TimeSpan timeout)
    {
        if (timeout.Ticks <= MaxValue / NanosecondsPerTick)
        {
            return Text(Math.Max(1, timeout.Ticks * NanosecondsPerTick), 'n');
        }

        foreach (var (unit, ticks) in Units)
        {
            var value = (timeout.Ticks / ticks) + (timeout.Ticks % ticks == 0 ? 0 : 1);
            if (value <= MaxValue)
            {
                return Text(value, unit);
            }
        }

        return Text(MaxValue, 'H');
    }

    /// <summary>Parses a <c>grpc-timeout</c>. Nanoseconds are rounded up to the 100 ns of <see cref="TimeSpan"/>.</summary>
    /// <returns>False when the value is not one to eight digits and a unit.</returns>
    public static bool TryDecode(string? value, out TimeSpan timeout)
    {
        timeout = default;
        if (value is null || value.Length is < 2 or > MaxDigits + 1
            || !long.TryParse(value.AsSpan()[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var count))
        {
            return false;
        }

        if (value[^1] == 'n')
        {
            timeout = TimeSpan.FromTicks((count + NanosecondsPerTick - 1) / NanosecondsPerTick);
            return true;
        }

        foreach (var (unit, ticks) in Units)
        {
            if (unit == value[^1])
            {
                timeout = TimeSpan.FromTicks(count * ticks);
                return true;
            }
        }

        return false;
    }

    private static string Text(long value, char unit) =>
        string.Create(CultureInfo.InvariantCulture, $"{value}{unit}");
}
