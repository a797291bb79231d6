using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Data;

/// <summary>Encodes lines, each with its own templates.</summary>
internal sealed class LineEncoder(string name, MessageDescriptor type, DescriptorSet types, RequestDataOptions options)
{
    private readonly JsonEncoder _encoder = new(types);
    private readonly TemplateOutput _rendered = new();

    public static bool IsTemplate(ReadOnlySpan<byte> line) => line.IndexOf("{{"u8) >= 0;

    public ReadOnlyMemory<byte> Encode(ReadOnlySpan<byte> line, long number, long call)
    {
        if (!IsTemplate(line))
        {
            return _encoder.Encode(type, line, name, number);
        }

        var template = new TemplateReader(name, isJson: true, options).Read(line, number);
        return _encoder.Encode(type, template.Render(_rendered, options, call), name, number);
    }
}
