using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Data;

/// <summary>Messages with templates: rendered and encoded for every call.</summary>
internal sealed class TemplateData : RequestData
{
    private readonly (Template Template, long Line)[] _messages;
    private readonly string _where;
    private readonly MessageDescriptor _type;
    private readonly DescriptorSet _types;
    private readonly RequestDataOptions _options;

    public TemplateData(byte[] json, List<JsonSlice> messages, string where, MessageDescriptor type, DescriptorSet types,
        RequestDataOptions options)
    {
        (_where, _type, _types, _options) = (where, type, types, options);
        _messages = [.. messages.Select(m => (
            new TemplateReader(where, isJson: true, options).Read(json.AsSpan(m.Start, m.Length), m.Line), m.Line))];
        using var source = Open();
        for (var i = 0; i < _messages.Length; i++)
        {
            source.Get(i);
        }
    }

    public override long Count => _messages.Length;

    public override RequestSource Open() => new Source(this);

    private sealed class Source(TemplateData data) : RequestSource
    {
        private readonly JsonEncoder _encoder = new(data._types);
        private readonly TemplateOutput _rendered = new();

        public override ReadOnlyMemory<byte> Get(long number)
        {
            var (template, line) = data._messages[number % data._messages.Length];
            return _encoder.Encode(data._type, template.Render(_rendered, data._options, number), data._where, line);
        }
    }
}
