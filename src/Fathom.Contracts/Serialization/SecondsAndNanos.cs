namespace Fathom.Contracts.Serialization;

/// <summary>
/// The common form of <c>google.protobuf.Timestamp</c> and <c>google.protobuf.Duration</c>: two fields, each omitted if it is 0.
/// </summary>
internal readonly record struct SecondsAndNanos(long Seconds, int Nanos)
{
    /// <summary>Seconds from 0001-01-01 to 1970-01-01.</summary>
    public const long UnixEpoch = 62_135_596_800;

    private const uint SecondsTag = 8;
    private const uint NanosTag = 16;

    /// <summary>The size of both fields in bytes, without a length prefix.</summary>
    public int Size => (Seconds == 0 ? 0 : 1 + FieldSize.OfInt64(Seconds)) + (Nanos == 0 ? 0 : 1 + FieldSize.OfInt32(Nanos));

    /// <summary>
    /// Converts a time to seconds and nanoseconds since 1970-01-01 UTC. <see cref="DateTimeKind.Unspecified"/> is treated as UTC.
    /// </summary>
    public static SecondsAndNanos Of(DateTime value)
    {
        var ticks = (value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : value).Ticks;
        var (seconds, rest) = Math.DivRem(ticks, TimeSpan.TicksPerSecond);
        return new(seconds - UnixEpoch, (int)(rest * TimeSpan.NanosecondsPerTick));
    }

    public static SecondsAndNanos Of(TimeSpan value)
    {
        var (seconds, rest) = Math.DivRem(value.Ticks, TimeSpan.TicksPerSecond);
        return new(seconds, (int)(rest * TimeSpan.NanosecondsPerTick));
    }

    /// <summary>Reads the message, and merges it into <paramref name="earlier"/>.</summary>
    public static SecondsAndNanos Read(ref ContractReader reader, SecondsAndNanos earlier)
    {
        var (seconds, nanos) = earlier;
        // DateTime and TimeSpan cannot hold unknown fields, so they are discarded.
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
        return new(seconds, nanos);
    }

    /// <summary>Writes the length prefix and the message.</summary>
    public void Write(ref ContractWriter writer)
    {
        writer.WriteVarint32((uint)Size);
        if (Seconds != 0)
        {
            writer.WriteTag(SecondsTag);
            writer.WriteInt64(Seconds);
        }

        if (Nanos != 0)
        {
            writer.WriteTag(NanosTag);
            writer.WriteInt32(Nanos);
        }
    }
}
