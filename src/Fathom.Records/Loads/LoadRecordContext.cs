using System.Text.Json.Serialization;

namespace Fathom.Records.Loads;

/// <summary>The generated JSON serializer of the record of load.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    Converters = [typeof(UtcSecondsConverter)])]
[JsonSerializable(typeof(LoadRecord))]
internal sealed partial class LoadRecordContext : JsonSerializerContext;
