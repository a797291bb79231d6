using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.Lab.Results;

/// <summary>An enumeration as its names in lower case; numbers are refused.</summary>
internal sealed class LowerCaseEnumConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false)
    where T : struct, Enum;
