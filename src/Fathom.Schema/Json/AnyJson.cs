using System.Text.Json;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Wire;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Schema.Json;

/// <summary>Reads <c>google.protobuf.Any</c>: an object whose <c>@type</c> names the message that the other properties are.</summary>
internal static class AnyJson
{
    /// <summary>The property with the bytes of a message whose type is unknown, as base64.</summary>
    public const string RawValue = "@value";

    public static void Read(MessageJsonReader messages, DescriptorSet types, WireOutput output, ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw ScalarJson.Wrong(ref reader, "google.protobuf.Any", "an object with \"@type\"");
        }

        var begin = reader.TokenStartIndex;
        var (url, hasRaw) = Look(reader);
        if (url is null)
        {
            var empty = reader;
            if (empty.Read() && empty.TokenType == JsonTokenType.EndObject)
            {
                reader = empty;
                return;
            }

            throw new JsonRefusal("google.protobuf.Any needs \"@type\", such as \"type.googleapis.com/pkg.Message\"", begin);
        }

        output.Tag(1, WireKind.Delimited);
        var start = output.Begin();
        output.Advance(System.Text.Encoding.UTF8.GetBytes(url, output.Reserve(3 * url.Length)));
        output.End(start);
        output.Tag(2, WireKind.Delimited);
        if (hasRaw)
        {
            Property(RawValue, messages, ref reader, (MessageJsonReader _, ref Utf8JsonReader at) =>
                Base64Json.Read(Any.Descriptor.FindFieldByNumber(2), output, ref at));
            return;
        }

        var name = url[(url.LastIndexOf('/') + 1)..];
        var type = types.FindMessage(name) ?? throw new JsonRefusal(
            $"\"@type\" names the message '{Shown.Short(name)}', which is not in {types.Source}; give its bytes as base64 in "
            + $"\"{RawValue}\"",
            begin);
        start = output.Begin();
        if (messages.HasOwnForm(type))
        {
            Property("value", messages, ref reader, (MessageJsonReader all, ref Utf8JsonReader at) => all.Value(type, ref at));
        }
        else
        {
            messages.Object(type, ref reader, inAny: true);
        }

        output.End(start);
    }

    private delegate void Reading(MessageJsonReader messages, ref Utf8JsonReader reader);

    // Looks ahead, on a copy: @type may be any of the properties.
    private static (string? Url, bool HasRaw) Look(Utf8JsonReader reader)
    {
        string? url = null;
        var hasRaw = false;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isType = reader.ValueTextEquals("@type"u8);
            hasRaw |= reader.ValueTextEquals("@value"u8);
            reader.Read();
            if (isType)
            {
                url = reader.TokenType == JsonTokenType.String && reader.GetString() is { } text && text.Contains('/')
                    ? text
                    : throw ScalarJson.Wrong(ref reader, "\"@type\"", "a string such as \"type.googleapis.com/pkg.Message\"");
            }

            reader.Skip();
        }

        return (url, hasRaw);
    }

    // Reads one property, and skips @type and @error.
    private static void Property(string name, MessageJsonReader messages, ref Utf8JsonReader reader, Reading read)
    {
        var found = false;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            messages.Path.Enter(ref reader);
            var isIt = reader.ValueTextEquals(name);
            if (!isIt && !reader.ValueTextEquals("@type"u8) && !reader.ValueTextEquals("@error"u8))
            {
                throw new JsonRefusal($"beside \"@type\" this Any has the one property \"{name}\"", reader.TokenStartIndex);
            }

            reader.Read();
            if (isIt && !found)
            {
                found = true;
                read(messages, ref reader);
            }
            else
            {
                reader.Skip();
            }

            messages.Path.Leave();
        }

        if (!found)
        {
            throw new JsonRefusal($"this Any needs the property \"{name}\"", reader.TokenStartIndex);
        }
    }
}
