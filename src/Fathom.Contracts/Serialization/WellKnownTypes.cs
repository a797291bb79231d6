namespace Fathom.Contracts.Serialization;

/// <summary>
/// <c>google.protobuf.Timestamp</c> and <c>google.protobuf.Duration</c> as .NET types. Their resolution is 100 ns; reading truncates finer
/// values.
/// </summary>
public static class WellKnownTypes
{
    private const long MaxTimestampSeconds = 253_402_300_799;
    private const long MaxDurationSeconds = 315_576_000_000;
    private const int MaxNanos = 999_999_999;

    /// <summary>A Timestamp as UTC.</summary>
    /// <param name="reader">The reader, at the length.</param>
    /// <param name="earlier">The result of the previous occurrence of the field, to merge into.</param>
    /// <exception cref="MalformedMessageException">Outside of the years 1 to 9999, or nanos outside of 0 to 999,999,999.</exception>
    public static DateTime ReadTimestamp(this ref ContractReader reader, DateTime earlier = default)
    {
        var (seconds, nanos) = SecondsAndNanos.Read(ref reader, earlier == default ? default : SecondsAndNanos.Of(earlier));
        if (seconds is < -SecondsAndNanos.UnixEpoch or > MaxTimestampSeconds || nanos is < 0 or > MaxNanos)
        {
            throw reader.Malformed($"a Timestamp of {seconds} s and {nanos} ns; years 1 to 9999 are accepted, and 0 to 999999999 ns.");
        }

        return new DateTime(((seconds + SecondsAndNanos.UnixEpoch) * TimeSpan.TicksPerSecond) + (nanos / TimeSpan.NanosecondsPerTick),
            DateTimeKind.Utc);
    }

    /// <summary>A Timestamp as UTC: it holds no offset.</summary>
    /// <param name="reader">The reader, at the length.</param>
    /// <param name="earlier">The result of the previous occurrence of the field, to merge into.</param>
    /// <exception cref="MalformedMessageException">As <see cref="ReadTimestamp"/>.</exception>
    public static DateTimeOffset ReadTimestampOffset(this ref ContractReader reader, DateTimeOffset earlier = default) =>
        new(reader.ReadTimestamp(earlier.UtcDateTime));

    /// <summary>A Duration.</summary>
    /// <param name="reader">The reader, at the length.</param>
    /// <param name="earlier">The result of the previous occurrence of the field, to merge into.</param>
    /// <exception cref="MalformedMessageException">Beyond 315,576,000,000 s, nanos beyond 999,999,999, or of opposite signs.</exception>
    public static TimeSpan ReadDuration(this ref ContractReader reader, TimeSpan earlier = default)
    {
        var (seconds, nanos) = SecondsAndNanos.Read(ref reader, SecondsAndNanos.Of(earlier));
        if (seconds is < -MaxDurationSeconds or > MaxDurationSeconds || nanos is < -MaxNanos or > MaxNanos || Math.Sign(seconds)
            * Math.Sign(nanos) < 0)
        {
            throw reader.Malformed(
                $"a Duration of {seconds} s and {nanos} ns; up to {MaxDurationSeconds} s and 999999999 ns of the same sign are accepted.");
        }

        return new TimeSpan((seconds * TimeSpan.TicksPerSecond) + (nanos / TimeSpan.NanosecondsPerTick));
    }

    /// <summary>Writes a time. An unspecified kind is treated as UTC.</summary>
    public static void WriteTimestamp(this ref ContractWriter writer, DateTime value) =>
        SecondsAndNanos.Of(value).Write(ref writer);

    /// <summary>Writes a time, without its offset.</summary>
    public static void WriteTimestampOffset(this ref ContractWriter writer, DateTimeOffset value) =>
        writer.WriteTimestamp(value.UtcDateTime);

    /// <summary>Writes a duration.</summary>
    public static void WriteDuration(this ref ContractWriter writer, TimeSpan value) =>
        SecondsAndNanos.Of(value).Write(ref writer);

    internal static int Size(DateTime value) => 1 + SecondsAndNanos.Of(value).Size;

    internal static int Size(TimeSpan value)
    {
        var parts = SecondsAndNanos.Of(value);
        if (Math.Abs(parts.Seconds) > MaxDurationSeconds)
        {
            throw new InvalidOperationException(
                $"A TimeSpan of {parts.Seconds} s is more than a protobuf Duration holds: {MaxDurationSeconds} s.");
        }

        return 1 + parts.Size;
    }
}
