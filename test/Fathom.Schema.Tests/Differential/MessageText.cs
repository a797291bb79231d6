using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Fathom.Schema.Descriptors;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Differential;

/// <summary>protoc's text format (<c>protoc --decode</c>) as the JSON that Fathom writes with the names of the .proto file. Fields without
/// a name are unknown ones, and left out.</summary>
internal sealed class MessageText(DescriptorSet types, string text)
{
    private readonly string[] _lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    private int _at;

    /// <summary>Reads fields up to the end, or of the message that has begun.</summary>
    public JsonObject Read(MessageDescriptor type)
    {
        var result = new JsonObject();
        while (_at < _lines.Length && _lines[_at] is var line && _at++ >= 0 && line != "}")
        {
            var isMessage = line.EndsWith('{');
            var colon = line.IndexOf(": ", StringComparison.Ordinal);
            var name = isMessage ? line[..^2] : line[..colon];
            if (char.IsAsciiDigit(name[0]))
            {
                Skip(isMessage);
                continue;
            }

            var field = name[0] == '[' ? types.Find(name[1..^1]) as FieldDescriptor : type.FindFieldByName(name)
                ?? type.Fields.InDeclarationOrder().Single(f => f.FieldType == FieldType.Group && f.MessageType.Name == name);
            Add(result, field!, isMessage ? Read(field!.MessageType) : Scalar(field!, line[(colon + 2)..]));
        }

        return result;
    }

    private void Skip(bool isMessage)
    {
        for (var open = isMessage ? 1 : 0; open > 0; _at++)
        {
            open += _lines[_at].EndsWith('{') ? 1 : _lines[_at] == "}" ? -1 : 0;
        }
    }

    private static void Add(JsonObject result, FieldDescriptor field, JsonNode value)
    {
        var name = field.IsExtension ? $"[{field.FullName}]" : field.Name;
        if (field.IsMap)
        {
            var map = result[name] as JsonObject ?? new JsonObject();
            var key = value["key"]!;
            map[key.GetValueKind() == JsonValueKind.String ? key.GetValue<string>() : key.ToJsonString()] = value["value"]!.DeepClone();
            result[name] = map;
        }
        else if (field.IsRepeated)
        {
            var list = result[name] as JsonArray ?? [];
            list.Add(value);
            result[name] = list;
        }
        else
        {
            result[name] = value;
        }
    }

    private static JsonNode Scalar(FieldDescriptor field, string text) => field.FieldType switch
    {
        FieldType.String => Encoding.UTF8.GetString(Unescaped(text)),
        FieldType.Bytes => Convert.ToBase64String(Unescaped(text)),
        FieldType.Bool => text == "true",
        FieldType.Enum when !int.TryParse(text, CultureInfo.InvariantCulture, out _) => text,
        FieldType.Int64 or FieldType.UInt64 or FieldType.SInt64 or FieldType.Fixed64 or FieldType.SFixed64 => text,
        FieldType.Float or FieldType.Double when text is "nan" => "NaN",
        FieldType.Float or FieldType.Double when text is "inf" or "-inf" => text.Replace("inf", "Infinity", StringComparison.Ordinal),
        FieldType.Float => float.Parse(text, CultureInfo.InvariantCulture),
        FieldType.Double => double.Parse(text, CultureInfo.InvariantCulture),
        _ => JsonNode.Parse(text)!,
    };

    // A quoted string of the text format: \n, \", \\ and the like, and octal bytes.
    private static byte[] Unescaped(string quoted)
    {
        var bytes = new List<byte>();
        var raw = Encoding.UTF8.GetBytes(quoted[1..^1]);
        for (var i = 0; i < raw.Length; i++)
        {
            if (raw[i] != '\\')
            {
                bytes.Add(raw[i]);
            }
            else if (char.IsAsciiDigit((char)raw[++i]))
            {
                bytes.Add((byte)(((raw[i] - '0') * 64) + ((raw[i + 1] - '0') * 8) + raw[i + 2] - '0'));
                i += 2;
            }
            else
            {
                bytes.Add((char)raw[i] switch { 'n' => (byte)'\n', 'r' => (byte)'\r', 't' => (byte)'\t', _ => raw[i] });
            }
        }

        return [.. bytes];
    }
}
