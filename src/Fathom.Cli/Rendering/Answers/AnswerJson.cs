using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.Cli.Rendering.Answers;

/// <summary>Writes answers as one JSON document each. Their schemas, but for that of a check, are the files
/// <c>fathom.NAME.1.schema.json</c> beside this one.</summary>
[JsonSerializable(typeof(ListAnswer))]
[JsonSerializable(typeof(DescribeAnswer))]
[JsonSerializable(typeof(CallAnswer))]
[JsonSerializable(typeof(LinkAnswer))]
[JsonSerializable(typeof(CheckAnswer))]
internal sealed partial class AnswerJson : JsonSerializerContext
{
    /// <summary>For people too: quotes and letters of every language stay readable. The text goes to a terminal or a file, not into a
    /// page.</summary>
    public static AnswerJson Indented { get; } = new(new JsonSerializerOptions
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    });
}
