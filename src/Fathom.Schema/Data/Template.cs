namespace Fathom.Schema.Data;

/// <summary>A text with places that are filled for each call: <c>{{n}}</c>, <c>{{uuid}}</c>, <c>{{random 1 100}}</c>, <c>{{now}}</c>,
/// <c>{{choice a|b}}</c>. Immutable; <see cref="TemplateReader"/> makes it.</summary>
internal sealed class Template(IReadOnlyList<TemplatePart> parts)
{
    /// <summary>Whether it is the same for every call.</summary>
    public bool IsConstant => parts.All(p => p.Kind == TemplateKind.Text);

    /// <summary>Fills the places for a call.</summary>
    public ReadOnlySpan<byte> Render(TemplateOutput output, RequestDataOptions options, long call)
    {
        output.Clear();
        for (var i = 0; i < parts.Count; i++)
        {
            var part = parts[i];
            switch (part.Kind)
            {
                case TemplateKind.Text:
                    output.Write(part.Text);
                    break;
                case TemplateKind.Number:
                    output.Write(call);
                    break;
                case TemplateKind.Uuid:
                    output.Write(CallRandom.Uuid(options.Seed, call, i));
                    break;
                case TemplateKind.Random:
                    output.Write(CallRandom.Between(options.Seed, call, i, part.Low, part.High));
                    break;
                case TemplateKind.Choice:
                    output.Write(part.Choices![CallRandom.Between(options.Seed, call, i, 0, part.Choices.Length - 1)]);
                    break;
                default:
                    output.Write(options.Time.GetUtcNow().UtcDateTime, "yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'");
                    break;
            }
        }

        return output.Written;
    }
}

/// <summary>A part of a template.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">The bytes of a text.</param>
/// <param name="Low">The lowest number of a range.</param>
/// <param name="High">The highest.</param>
/// <param name="Choices">What one is chosen of.</param>
internal readonly record struct TemplatePart(
    TemplateKind Kind, byte[]? Text = null, long Low = 0, long High = 0, byte[][]? Choices = null);

/// <summary>What fills a part of a template.</summary>
internal enum TemplateKind
{
    /// <summary>Bytes that are the same for each call.</summary>
    Text,

    /// <summary>The number of the call.</summary>
    Number,

    /// <summary>A UUID.</summary>
    Uuid,

    /// <summary>A number of a range.</summary>
    Random,

    /// <summary>One of several texts.</summary>
    Choice,

    /// <summary>The time.</summary>
    Now,
}
