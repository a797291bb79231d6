using System.Globalization;
using System.Text;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Data;

/// <summary>A text with places that are filled for each call: <c>{{n}}</c>, <c>{{uuid}}</c>, <c>{{random 1 100}}</c>, <c>{{now}}</c>.
/// Immutable.</summary>
internal sealed class Template
{
    private static readonly string[] Known = ["n", "uuid", "random", "now"];

    private readonly List<Part> _parts = [];

    private Template()
    {
    }

    private enum Kind
    {
        Text,
        Number,
        Uuid,
        Random,
        Now,
    }

    /// <summary>Reads a text. An unknown template is refused with those that exist.</summary>
    public static Template Parse(ReadOnlySpan<byte> text, string where, long line)
    {
        var template = new Template();
        while (text.IndexOf("{{"u8) is >= 0 and var open)
        {
            template._parts.Add(new(Kind.Text, text[..open].ToArray()));
            line += text[..open].Count((byte)'\n');
            text = text[(open + 2)..];
            var close = text.IndexOf("}}"u8);
            var call = Encoding.UTF8.GetString(close < 0 ? text : text[..close]).Trim();
            if (close < 0)
            {
                throw SchemaException.Input(
                    $"{where}, line {line}: the template '{{{{{Shown.Short(call)}' has no end; close it with '}}}}'");
            }

            template._parts.Add(ReadCall(call, where, line));
            text = text[(close + 2)..];
        }

        template._parts.Add(new(Kind.Text, text.ToArray()));
        return template;
    }

    /// <summary>Fills the places for a call.</summary>
    public ReadOnlySpan<byte> Render(TemplateOutput output, RequestDataOptions options, long call)
    {
        output.Clear();
        for (var i = 0; i < _parts.Count; i++)
        {
            var part = _parts[i];
            switch (part.Kind)
            {
                case Kind.Text:
                    output.Write(part.Text);
                    break;
                case Kind.Number:
                    output.Write(call);
                    break;
                case Kind.Uuid:
                    output.Write(CallRandom.Uuid(options.Seed, call, i));
                    break;
                case Kind.Random:
                    output.Write(CallRandom.Between(options.Seed, call, i, part.Low, part.High));
                    break;
                default:
                    output.Write(options.Time.GetUtcNow().UtcDateTime, "yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'");
                    break;
            }
        }

        return output.Written;
    }

    private static Part ReadCall(string call, string where, long line) => call.Split(' ', StringSplitOptions.RemoveEmptyEntries) switch
    {
        ["n"] => new(Kind.Number),
        ["uuid"] => new(Kind.Uuid),
        ["now"] => new(Kind.Now),
        ["random", var low, var high] when Whole(low, out var least) && Whole(high, out var most) && least <= most =>
            new(Kind.Random) { Low = least, High = most },
        ["random", ..] => throw SchemaException.Input(
            $"{where}, line {line}: '{{{{{Shown.Short(call)}}}}}' is not a range; accepted: two whole numbers, the lower first, "
            + "as in {{random 1 100}}"),
        [var name, ..] => throw SchemaException.Input($"{where}, line {line}: '{{{{{Shown.Short(call)}}}}}' is not a template"
            + $"{NearestName.Hint(name, Known)} (accepted: {{{{n}}}}, {{{{uuid}}}}, {{{{random 1 100}}}}, {{{{now}}}})"),
        _ => throw SchemaException.Input(
            $"{where}, line {line}: an empty template; accepted: {{{{n}}}}, {{{{uuid}}}}, {{{{random 1 100}}}}, {{{{now}}}}"),
    };

    private static bool Whole(string text, out long value) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value);

    private readonly record struct Part(Kind Kind, byte[]? Text = null, long Low = 0, long High = 0);
}
