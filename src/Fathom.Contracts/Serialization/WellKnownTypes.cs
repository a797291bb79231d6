namespace Fathom.Contracts.Serialization;

/// <summary>
/// Reads and writes <c>google.protobuf.Timestamp</c> and <c>google.protobuf.Duration</c> as .NET types. The resolution of the .NET types is
/// 100 ns; finer values are truncated when read.
/// </summary>
public static class WellKnownTypes
{
    private const long MaxTimestampSeconds = 253_402_300_799;
    private const long MaxDurationSeconds = 315_576_000_000;
    private const int MaxNanos = 999_999_999;

    /// <summary>Reads a <c>Timestamp</c>. The result is in UTC.</summary>
    /// <param name="reader">The reader, positioned at the length prefix.</param>
    /// <param name="earlier">The result of the previous occurrence of the field, into which this one is merged.</param>
    /// <exception cref="MalformedMessageException">The time is outside the years 1 to 9999, or the nanos are outside 0 to
    /// 999,999,999.</exception>
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

    /// <summary>Reads a <c>Timestamp</c>. The result is in UTC, because a <c>Timestamp</c> has no offset.</summary>
    /// <param name="reader">The reader, positioned at the length prefix.</param>
    /// <param name="earlier">The result of the previous occurrence of the field, into which this one is merged.</param>
    /// <exception cref="MalformedMessageException">The time is outside the years 1 to 9999, or the nanos are outside 0 to
    /// 999,999,999.</exception>
    public static DateTimeOffset ReadTimestampOffset(this ref ContractReader reader, DateTimeOffset earlier = default) =>
        new(reader.ReadTimestamp(earlier.UtcDateTime));

    /// <summary>Reads a <c>Duration</c>.</summary>
    /// <param name="reader">The reader, positioned at the length prefix.</param>
    /// <param name="earlier">The result of the previous occurrence of the field, into which this one is merged.</param>
    /// <exception cref="MalformedMessageException">The magnitude of the seconds exceeds 315,576,000,000, that of the nanos exceeds
    /// 999,999,999, or their signs differ.</exception>
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

    /// <summary>Writes a <c>Timestamp</c> with its length prefix. <see cref="DateTimeKind.Unspecified"/> is treated as UTC.</summary>
    public static void WriteTimestamp(this ref ContractWriter writer, DateTime value) =>
        SecondsAndNanos.Of(value).Write(ref writer);

    /// <summary>Writes a <c>Timestamp</c> with its length prefix. The offset is lost.</summary>
    public static void WriteTimestampOffset(this ref ContractWriter writer, DateTimeOffset value) =>
        writer.WriteTimestamp(value.UtcDateTime);

    /// <summary>Writes a <c>Duration</c> with its length prefix.</summary>
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
