using System.Globalization;
using System.Text.Json.Serialization;
using System.Text.Json;

namespace Fathom.Records;

/// <summary>The generated JSON serializer of the run record.</summary>
/// <remarks>
/// Serializes NaN and infinity as text and leaves out nulls where they are not allowed, so that an invalid record can be kept and the
/// schema can report the location. <see cref="RunRecordJson"/> never reads such values.
/// </remarks>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    Converters = [typeof(UtcSecondsConverter), typeof(LowerCaseEnumConverter<Better>), typeof(LowerCaseEnumConverter<FindingKind>),
        typeof(LowerCaseEnumConverter<PictureKind>)])]
[JsonSerializable(typeof(RunRecord))]
internal sealed partial class RunRecordContext : JsonSerializerContext;

/// <summary>Converts an enumeration to and from its names in lower case. Numbers are not accepted.</summary>
internal sealed class LowerCaseEnumConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false)
    where T : struct, Enum;

/// <summary>Converts a time to and from UTC with seconds, <c>2026-11-21T03:00:00Z</c>, the only format of a record.</summary>
internal sealed class UtcSecondsConverter : JsonConverter<DateTimeOffset>
{
    private const string Format = "yyyy-MM-dd'T'HH:mm:ss'Z'";

    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        DateTimeOffset.TryParseExact(
            reader.GetString(), Format, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment)
            ? moment
            : throw new JsonException($"'{reader.GetString()}' is not a time of the form 2026-11-21T03:00:00Z.");

    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.UtcDateTime.ToString(Format, CultureInfo.InvariantCulture));
}
