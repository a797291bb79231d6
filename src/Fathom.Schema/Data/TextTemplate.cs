using System.Text;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Data;

/// <summary>A text that is not JSON, such as a value of metadata, with the templates of request data. Immutable.</summary>
public sealed class TextTemplate
{
    private readonly Template _template;
    private readonly RequestDataOptions _options;

    /// <summary>Reads a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="where">The input, for messages.</param>
    /// <param name="options">Seed, clock, folder and environment.</param>
    /// <exception cref="SchemaException">A template is unknown, or what it names is not there.</exception>
    public TextTemplate(string text, string where, RequestDataOptions options) => (_template, _options) =
        (new TemplateReader(where, isJson: false, options).Read(Encoding.UTF8.GetBytes(text), 1), options);

    /// <summary>Whether the text is the same for every call.</summary>
    public bool IsConstant => _template.IsConstant;

    /// <summary>The text of one call.</summary>
    /// <param name="call">The call's number in the plan, from 0.</param>
    public string Of(long call) => Encoding.UTF8.GetString(_template.Render(new TemplateOutput(), _options, call));

    /// <summary>Opens the texts for one thread, as UTF-8.</summary>
    public RequestSource Open() => new Source(this);

    private sealed class Source(TextTemplate text) : RequestSource
    {
        private readonly TemplateOutput _output = new();

        public override ReadOnlyMemory<byte> Get(long number)
        {
            text._template.Render(_output, text._options, number);
            return _output.WrittenMemory;
        }
    }
}
