using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.Lab.Results;

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
