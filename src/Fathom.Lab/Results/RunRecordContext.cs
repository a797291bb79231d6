using System.Globalization;
using System.Text.Json.Serialization;
using System.Text.Json;

namespace Fathom.Lab.Results;

/// <summary>The generated JSON code of the run record.</summary>
/// <remarks>
/// NaN and infinities are let through as text, and a null where none may be is left out, so that a record with such a fault can be
/// kept and the schema can name the place; <see cref="RunRecordJson"/> never reads them.
/// </remarks>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    Converters = [typeof(UtcSecondsConverter), typeof(LowerCaseEnumConverter<Better>), typeof(LowerCaseEnumConverter<FindingKind>),
        typeof(LowerCaseEnumConverter<PictureKind>)])]
[JsonSerializable(typeof(RunRecord))]
internal sealed partial class RunRecordContext : JsonSerializerContext;

/// <summary>An enumeration as its names in lower case; numbers are refused.</summary>
internal sealed class LowerCaseEnumConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false)
    where T : struct, Enum;

/// <summary>A moment as UTC to the second, <c>2026-11-21T03:00:00Z</c>, the only form a record holds.</summary>
internal sealed class UtcSecondsConverter : JsonConverter<DateTimeOffset>
{
    private const string Format = "yyyy-MM-dd'T'HH:mm:ss'Z'";

    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        DateTimeOffset.TryParseExact(
            reader.GetString(), Format, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment)
            ? moment
            : throw new JsonException($"'{reader.GetString()}' is no moment of the form 2026-11-21T03:00:00Z.");

    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.UtcDateTime.ToString(Format, CultureInfo.InvariantCulture));
}
