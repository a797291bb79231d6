using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>How <see cref="JsonDecoder"/> writes messages.</summary>
public sealed record JsonDecoderOptions
{
    /// <summary>Indents with two spaces. Default true; false: a message on one line.</summary>
    public bool Indented { get; init; } = true;

    /// <summary>Writes fields without presence that have their default value. Default false.</summary>
    public bool EmitDefaults { get; init; }

    /// <summary>Writes the names of the .proto file instead of lowerCamelCase. Default false.</summary>
    public bool OriginalNames { get; init; }
}

/// <summary>
/// Decodes protobuf to JSON by descriptor, in the proto3 JSON mapping. What the mapping has no form for keeps its content: a message of
/// unknown type in an Any, or one that its type cannot read, is base64 in <c>@value</c>, and a time out of range an object of seconds and
/// nanos. Not thread-safe.
/// </summary>
/// <param name="types">Where messages inside <c>google.protobuf.Any</c> are looked up.</param>
/// <param name="options">The form; null for the default.</param>
public sealed class JsonDecoder(DescriptorSet types, JsonDecoderOptions? options = null)
{
    private readonly JsonDecoderOptions _options = options ?? new JsonDecoderOptions();
    private readonly MessageTypes _types = new(types);

    /// <summary>The numbers of fields that the descriptors of the last message do not have; the mapping leaves them out.</summary>
    public IReadOnlyCollection<int> UnknownFields { get; private set; } = [];

    /// <summary>The types inside Any of the last message that the descriptors do not have.</summary>
    public IReadOnlyCollection<string> UnknownTypes { get; private set; } = [];

    /// <summary>Decodes a message.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="message">Its bytes.</param>
    /// <exception cref="SchemaException">The bytes are not a message of the type. The message names the field.</exception>
    public string Decode(MessageDescriptor type, ReadOnlyMemory<byte> message)
    {
        ArgumentNullException.ThrowIfNull(type);
        var anys = new BrokenAnys();
        while (true)
        {
            try
            {
                return Decode(type, message, anys);
            }
            catch (BrokenAnyException)
            {
                // The next attempt shows it as bytes.
                anys.Restart();
            }
        }
    }

    private string Decode(MessageDescriptor type, ReadOnlyMemory<byte> message, BrokenAnys anys)
    {
        var output = new ArrayBufferWriter<byte>();
        var reader = new MessageWireReader(_types, _options, anys);
        using (var writer = new Utf8JsonWriter(output, new JsonWriterOptions
        {
            Indented = _options.Indented,
            // A terminal shows text, not \u escapes; control characters are escaped all the same.
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            MaxDepth = 1000,
            NewLine = "\n",
        }))
        {
            try
            {
                reader.Write(type, message, writer);
            }
            catch (FormatException e)
            {
                throw SchemaException.Input(
                    $"{message.Length} bytes are not a message {type.FullName}: at {reader.Path}: {Shown.Sentence(e.Message)}; "
                    + "the descriptors may be of another version", e);
            }
        }

        (UnknownFields, UnknownTypes) = (reader.UnknownFields, reader.UnknownTypes);
        return ReadableJson.Of(Encoding.UTF8.GetString(output.WrittenSpan));
    }
}
