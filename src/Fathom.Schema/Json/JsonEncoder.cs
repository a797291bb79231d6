using System.Text.Json;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>
/// Encodes JSON as protobuf by descriptor, in the proto3 JSON mapping: well-known types, enums by name and number, 64-bit numbers as
/// strings or numbers, base64 of both alphabets, both names of a field. Google.Protobuf has no messages without generated code in C#, so
/// this writes the wire format itself. Buffers are kept: encoding allocates nothing once they have grown. Not thread-safe.
/// </summary>
/// <param name="types">Where messages inside <c>google.protobuf.Any</c> are looked up.</param>
public sealed class JsonEncoder(DescriptorSet types)
{
    /// <summary>Maximum depth of nested messages, as in Google.Protobuf.</summary>
    public const int MaxDepth = 100;

    // A message in a list in a message: two levels of JSON for one of messages.
    private static readonly JsonReaderOptions Options = new() { MaxDepth = 2 * MaxDepth };

    private readonly MessageJsonReader _reader = new(types);

    /// <summary>Encodes one message.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="json">One JSON value, UTF-8.</param>
    /// <param name="where">Where the JSON comes from, for messages: <c>-d</c> or a file.</param>
    /// <param name="firstLine">The line on which the JSON begins there.</param>
    /// <returns>The encoded message, valid until the next call.</returns>
    /// <exception cref="SchemaException">It is not JSON, or does not fit the type. The message names the place.</exception>
    public ReadOnlyMemory<byte> Encode(MessageDescriptor type, ReadOnlySpan<byte> json, string where = "JSON", long firstLine = 1)
    {
        ArgumentNullException.ThrowIfNull(type);
        try
        {
            var reader = new Utf8JsonReader(json, Options);
            return _reader.Read(type, ref reader);
        }
        catch (JsonRefusal e)
        {
            throw SchemaException.Input($"{Place(json, e.Position)}: {e.Message}", e);
        }
        catch (JsonException e)
        {
            throw SchemaException.Input($"{where}, line {firstLine + (e.LineNumber ?? 0)}, at {_reader.Path.Text(json)}: not JSON: "
                + Shown.Sentence(WithoutPlace(e.Message)), e);
        }
        catch (InvalidOperationException e)
        {
            // The reader's exception for text that is not Unicode.
            throw SchemaException.Input($"{where}, at {_reader.Path.Text(json)}: {Shown.Sentence(e.Message)}", e);
        }

        string Place(ReadOnlySpan<byte> text, long position) =>
            $"{where}, line {firstLine + text[..(int)Math.Min(position, text.Length)].Count((byte)'\n')}, at {_reader.Path.Text(text)}";
    }

    // The reader's own advice is for programs.
    private static string WithoutPlace(string message) =>
        message.Contains("trailing comma", StringComparison.Ordinal)
            ? "a comma stands before the closing bracket; leave it out"
        : message.Contains("is an invalid start of a property name", StringComparison.Ordinal)
            ? $"{message.Split(" Expected")[0].TrimEnd('.')}; the name of a field stands in double quotes, which shells "
                + "take away unless single quotes are around all"
        : message.IndexOf(" LineNumber:", StringComparison.Ordinal) is >= 0 and var at ? message[..at] : message;
}
