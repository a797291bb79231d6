using System.Text;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Data;

/// <summary>The requests of a run, checked in full when it is opened. Immutable; workers share it, and each opens its own source.</summary>
public abstract class RequestData
{
    private protected RequestData()
    {
    }

    /// <summary>How many different messages there are; calls take them in turn. At least 1, unless
    /// <see cref="RequestDataOptions.MayBeEmpty"/>.</summary>
    public abstract long Count { get; }

    /// <summary>Whether messages are encoded once: they have no templates and are in memory.</summary>
    public virtual bool IsConstant => false;

    /// <summary>Opens a source. Each thread needs its own.</summary>
    public abstract RequestSource Open();

    /// <summary>One message that is encoded already, whatever its type.</summary>
    public static RequestData Encoded(byte[] message)
    {
        ArgumentNullException.ThrowIfNull(message);
        return new MemoryData([message]);
    }

    /// <summary>Opens the data that a <c>-d</c> names: JSON; <c>@FILE</c>; <c>@</c> for standard input. An array is one message for each
    /// element, and messages may follow each other. Files that end in <c>.jsonl</c> or <c>.ndjson</c> have one message a line;
    /// large ones, and those with templates, stay on disk. Files that end in <c>.bin</c>, <c>.binpb</c> or <c>.pb</c> are one encoded
    /// message.</summary>
    /// <param name="text">The value of the flag.</param>
    /// <param name="type">The type of the messages.</param>
    /// <param name="types">Where messages inside <c>google.protobuf.Any</c> are looked up.</param>
    /// <param name="options">Seed, clock, folder and standard input.</param>
    /// <exception cref="SchemaException">A file cannot be read, or a message does not fit its type. The message names the
    /// place.</exception>
    public static RequestData Read(string text, MessageDescriptor type, DescriptorSet types, RequestDataOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentNullException.ThrowIfNull(type);
        options ??= new RequestDataOptions();
        if (!text.StartsWith('@'))
        {
            return OfText(text, type, types, options);
        }

        var name = text[1..];
        if (name is "" or "-")
        {
            return OfJson(ReadAll(options.StandardInput(), "standard input", options.MaxSize), "standard input", type, types,
                options with { IsForeign = true });
        }

        var path = Path.Combine(options.Folder, name);
        try
        {
            return Path.GetExtension(name).ToLowerInvariant() switch
            {
                ".jsonl" or ".ndjson" => LinesData.Read(path, name, type, types, options),
                ".bin" or ".binpb" or ".pb" => OfBinary(ReadFile(path, name, options.MaxSize), name, type, types),
                _ => OfJson(ReadFile(path, name, options.MaxSize), name, type, types, options),
            };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw SchemaException.Input($"-d: the file '{name}' cannot be read: {Shown.Sentence(e.Message)}", e);
        }
    }

    private static RequestData OfText(string text, MessageDescriptor type, DescriptorSet types, RequestDataOptions options)
    {
        try
        {
            return OfJson(Encoding.UTF8.GetBytes(text), "-d", type, types, options);
        }
        catch (SchemaException e) when (File.Exists(Path.Combine(options.Folder, text)))
        {
            throw SchemaException.Input($"{e.Message}; there is a file of this name: give it as @{Shown.Short(text)}", e);
        }
    }

    private static MemoryData OfBinary(byte[] bytes, string where, MessageDescriptor type, DescriptorSet types)
    {
        try
        {
            new JsonDecoder(types).Decode(type, bytes);
        }
        catch (SchemaException e)
        {
            throw SchemaException.Input($"{where}: {e.Message}", e);
        }

        return new MemoryData([bytes]);
    }

    private static RequestData OfJson(
        byte[] json, string where, MessageDescriptor type, DescriptorSet types, RequestDataOptions options)
    {
        if (json.AsSpan().StartsWith("\uFEFF"u8))
        {
            json = json[3..];
        }

        var messages = JsonSplitter.Split(json, HasElements(type));
        if (messages.Count == 0 && !options.MayBeEmpty)
        {
            throw SchemaException.Input($"{where}: no message is there; accepted: JSON of {type.FullName}, or an array of such");
        }

        if (messages.Any(m => m.HasTemplate))
        {
            return new TemplateData(json, messages, where, type, types, options);
        }

        var encoder = new JsonEncoder(types);
        return new MemoryData([.. messages.Select(m =>
            encoder.Encode(type, json.AsSpan(m.Start, m.Length), where, m.Line).ToArray())]);
    }

    /// <summary>Whether an array is one message for each element: of these two it is a message itself.</summary>
    internal static bool HasElements(MessageDescriptor type) =>
        type.FullName is not ("google.protobuf.ListValue" or "google.protobuf.Value");

    private static byte[] ReadFile(string path, string name, long most)
    {
        using var file = File.OpenRead(path);
        return ReadAll(file, name, most);
    }

    private static byte[] ReadAll(Stream input, string where, long most)
    {
        using var all = new MemoryStream();
        var part = new byte[64 * 1024];
        while (input.Read(part) is > 0 and var read)
        {
            all.Write(part, 0, read);
            if (all.Length > most)
            {
                throw SchemaException.Input(
                    $"{where} has more than {most:N0} bytes, the limit of data in memory; write one message a line into a "
                    + "file that ends in .jsonl, which is read as it is sent");
            }
        }

        return all.ToArray();
    }
}
