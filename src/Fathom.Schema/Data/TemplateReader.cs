using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Data;

/// <summary>Reads templates, and what of them is the same for each call: variables of the environment and files.</summary>
/// <param name="where">The input, for messages.</param>
/// <param name="isJson">Whether the text is JSON: inside its strings, what is read from elsewhere is escaped.</param>
/// <param name="options">Environment, folder and limits.</param>
internal sealed class TemplateReader(string where, bool isJson, RequestDataOptions options)
{
    private const string Accepted = "{{n}}, {{uuid}}, {{random 1 100}}, {{now}}, {{choice red|green}}, {{env NAME}}, {{file PATH}}, "
        + "{{base64 PATH}}";

    private static readonly string[] Known = ["n", "uuid", "random", "now", "choice", "env", "file", "base64"];

    private readonly List<TemplatePart> _parts = [];
    private bool _isInString;

    /// <summary>Reads a text. An unknown template is refused with those that exist.</summary>
    public Template Read(ReadOnlySpan<byte> text, long line)
    {
        while (text.IndexOf("{{"u8) is >= 0 and var open)
        {
            AddText(text[..open]);
            line += text[..open].Count((byte)'\n');
            text = text[(open + 2)..];
            var close = text.IndexOf("}}"u8);
            var call = Encoding.UTF8.GetString(close < 0 ? text : text[..close]).Trim();
            _parts.Add(close < 0
                ? throw Refusal(line, $"the template '{{{{{Shown.Short(call)}' has no end; close it with '}}}}'") : ReadCall(call, line));
            text = text[(close + 2)..];
        }

        AddText(text);
        return new Template(_parts);
    }

    private void AddText(ReadOnlySpan<byte> text)
    {
        _parts.Add(new(TemplateKind.Text, text.ToArray()));
        for (var i = 0; i < text.Length; i++)
        {
            _isInString ^= text[i] == '"';
            i += _isInString && text[i] == '\\' ? 1 : 0;
        }
    }

    private TemplatePart ReadCall(string call, long line)
    {
        var words = call.Split(' ', 2, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return words switch
        {
            ["n"] => new(TemplateKind.Number),
            ["uuid"] => new(TemplateKind.Uuid),
            ["now"] => new(TemplateKind.Now),
            ["random", var range] when range.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [var low, var high]
                && Whole(low, out var least) && Whole(high, out var most) && least <= most =>
                new(TemplateKind.Random, Low: least, High: most),
            ["random", ..] => throw Refusal(line, $"'{{{{{Shown.Short(call)}}}}}' is not a range; accepted: two whole numbers, the lower "
                + "first, as in {{random 1 100}}"),
            ["choice", var choices] => new(TemplateKind.Choice,
                Choices: [.. choices.Split('|').Select(c => Encoding.UTF8.GetBytes(c.Trim()))]),
            ["env", var name] => Text(Variable(name, line)),
            ["file", var path] => Text(Encoding.UTF8.GetString(Bytes("file", path, line)).TrimEnd('\r', '\n')),
            ["base64", var path] => Text(Convert.ToBase64String(Bytes("base64", path, line))),
            ["choice" or "env" or "file" or "base64"] => throw Refusal(line, $"'{{{{{call}}}}}' has no value; accepted: {Accepted}"),
            [var name, ..] => throw Refusal(line, $"'{{{{{Shown.Short(call)}}}}}' is not a template{NearestName.Hint(name, Known)} "
                + $"(accepted: {Accepted})"),
            _ => throw Refusal(line, $"an empty template; accepted: {Accepted}"),
        };
    }

    private TemplatePart Text(string text) => new(TemplateKind.Text,
        isJson && _isInString ? JsonEncodedText.Encode(text).EncodedUtf8Bytes.ToArray() : Encoding.UTF8.GetBytes(text));

    private string Variable(string name, long line)
    {
        RefuseForeign("env", line);
        return options.Environment(name) ?? throw Refusal(line, $"the environment has no variable '{Shown.Short(name)}'; set it, as in "
            + $"{Shown.Short(name)}=value fathom ...");
    }

    private byte[] Bytes(string template, string path, long line)
    {
        RefuseForeign(template, line);
        try
        {
            return options.Files.GetOrAdd(path, p => new FileInfo(Path.Combine(options.Folder, p)) is var file
                && file.Length <= options.MaxSize ? File.ReadAllBytes(file.FullName)
                : throw new IOException($"it has {file.Length:N0} bytes, and {options.MaxSize:N0} are accepted"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Refusal(line, $"the file '{Shown.Short(path)}' cannot be read: {Shown.Sentence(e.Message)}", e);
        }
    }

    // Standard input can be the output of another program, which must not name files and variables of this one's user.
    private void RefuseForeign(string template, long line)
    {
        if (options.IsForeign)
        {
            throw Refusal(line, $"'{{{{{template} ...}}}}' is not accepted in standard input; give the data with -d, or as a file");
        }
    }

    private static bool Whole(string text, out long value) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value);

    private SchemaException Refusal(long line, string what, Exception? inner = null) =>
        SchemaException.Input($"{where}{(isJson ? $", line {line}" : "")}: {what}", inner);
}
