using System.Text.Json.Serialization;

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
