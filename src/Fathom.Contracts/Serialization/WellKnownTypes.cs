namespace Fathom.Contracts.Serialization;

/// <summary>
/// <c>google.protobuf.Timestamp</c> and <c>google.protobuf.Duration</c> as .NET types. Their resolution is 100 ns; reading truncates finer
/// values.
/// </summary>
public static class WellKnownTypes
{
    private const long UnixEpochSeconds = 62_135_596_800;
    private const long MaxTimestampSeconds = 253_402_300_799;
    private const long MaxDurationSeconds = 315_576_000_000;
    private const int MaxNanos = 999_999_999;
    private const uint SecondsTag = 8;
    private const uint NanosTag = 16;

    /// <summary>A Timestamp as UTC.</summary>
    /// <param name="reader">The reader, at the length.</param>
    /// <param name="earlier">The result of the previous occurrence of the field, to merge into.</param>
    /// <exception cref="MalformedMessageException">Outside of the years 1 to 9999, or nanos outside of 0 to 999,999,999.</exception>
    public static DateTime ReadTimestamp(this ref ContractReader reader, DateTime earlier = default)
    {
        var (seconds, nanos) = ReadParts(ref reader, earlier == default ? (0, 0) : PartsOf(earlier));
        if (seconds is < -UnixEpochSeconds or > MaxTimestampSeconds || nanos is < 0 or > MaxNanos)
        {
            throw reader.Malformed($"a Timestamp of {seconds} s and {nanos} ns; years 1 to 9999 are accepted, and 0 to 999999999 ns.");
        }

        return new DateTime(((seconds + UnixEpochSeconds) * TimeSpan.TicksPerSecond) + (nanos / TimeSpan.NanosecondsPerTick),
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
        var (seconds, nanos) = ReadParts(ref reader, PartsOf(earlier));
        if (seconds is < -MaxDurationSeconds or > MaxDurationSeconds || nanos is < -MaxNanos or > MaxNanos || Math.Sign(seconds)
            * Math.Sign(nanos) < 0)
        {
            throw reader.Malformed(
                $"a Duration of {seconds} s and {nanos} ns; up to {MaxDurationSeconds} s and 999999999 ns of the same sign are accepted.");
        }

        return new TimeSpan((seconds * TimeSpan.TicksPerSecond) + (nanos / TimeSpan.NanosecondsPerTick));
    }

    /// <summary>Writes a time. An unspecified kind is treated as UTC.</summary>
    public static void WriteTimestamp(this ref ContractWriter writer, DateTime value)
    {
        var (seconds, nanos) = PartsOf(value);
        WriteParts(ref writer, seconds, nanos);
    }

    /// <summary>Writes a time, without its offset.</summary>
    public static void WriteTimestampOffset(this ref ContractWriter writer, DateTimeOffset value) =>
        writer.WriteTimestamp(value.UtcDateTime);

    /// <summary>Writes a duration.</summary>
    public static void WriteDuration(this ref ContractWriter writer, TimeSpan value)
    {
        var (seconds, nanos) = PartsOf(value);
        WriteParts(ref writer, seconds, nanos);
    }

    internal static int Size(DateTime value)
    {
        var (seconds, nanos) = PartsOf(value);
        return 1 + SizeOfParts(seconds, nanos);
    }

    internal static int Size(TimeSpan value)
    {
        var (seconds, nanos) = PartsOf(value);
        if (Math.Abs(seconds) > MaxDurationSeconds)
        {
            throw new InvalidOperationException(
                $"A TimeSpan of {seconds} s is more than a protobuf Duration holds: {MaxDurationSeconds} s.");
        }

        return 1 + SizeOfParts(seconds, nanos);
    }

    private static (long Seconds, int Nanos) PartsOf(DateTime value)
    {
        var ticks = (value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : value).Ticks;
        var (seconds, rest) = Math.DivRem(ticks, TimeSpan.TicksPerSecond);
        return (seconds - UnixEpochSeconds, (int)(rest * TimeSpan.NanosecondsPerTick));
    }

    private static (long Seconds, int Nanos) PartsOf(TimeSpan value)
    {
        var (seconds, rest) = Math.DivRem(value.Ticks, TimeSpan.TicksPerSecond);
        return (seconds, (int)(rest * TimeSpan.NanosecondsPerTick));
    }

    private static int SizeOfParts(long seconds, int nanos) =>
        (seconds == 0 ? 0 : 1 + FieldSize.OfInt64(seconds)) + (nanos == 0 ? 0 : 1 + FieldSize.OfInt32(nanos));

    private static void WriteParts(ref ContractWriter writer, long seconds, int nanos)
    {
        writer.WriteVarint32((uint)SizeOfParts(seconds, nanos));
        if (seconds != 0)
        {
            writer.WriteTag(SecondsTag);
            writer.WriteInt64(seconds);
        }

        if (nanos != 0)
        {
            writer.WriteTag(NanosTag);
            writer.WriteInt32(nanos);
        }
    }

    private static (long Seconds, int Nanos) ReadParts(ref ContractReader reader, (long Seconds, int Nanos) earlier)
    {
        var (seconds, nanos) = earlier;
        // Neither type can keep unknown fields.
        UnknownFields? dropped = null;
        var outer = reader.BeginMessage();
        for (var tag = reader.ReadTag(); tag != 0; tag = reader.ReadTag())
        {
            switch (tag)
            {
                case SecondsTag:
                    seconds = reader.ReadInt64();
                    break;
                case NanosTag:
                    nanos = reader.ReadInt32();
                    break;
                default:
                    reader.ReadUnknown(tag, ref dropped);
                    break;
            }
        }

        reader.EndMessage(outer);
        return (seconds, nanos);
    }
}
