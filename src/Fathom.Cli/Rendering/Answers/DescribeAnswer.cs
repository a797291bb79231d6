using System.Text.Json;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Cli.Rendering.Answers;

/// <summary>What <c>fathom describe --output json</c> writes.</summary>
/// <param name="Schema">Its schema.</param>
/// <param name="Symbols">The symbols; after a method follow its messages, and after a message its extensions.</param>
internal sealed record DescribeAnswer(string Schema, IReadOnlyList<DescribedSymbol> Symbols)
{
    public static DescribeAnswer Of(IEnumerable<IDescriptor> symbols, DescriptorSet types) => new("fathom.describe/1",
        [.. symbols.SelectMany(s => s is MethodDescriptor m ? new IDescriptor[] { m, m.InputType, m.OutputType }.Distinct() : [s])
            .SelectMany(s => s is MessageDescriptor m ? [m, .. types.ExtensionsOf(m)] : (IEnumerable<IDescriptor>)[s])
            .Select(DescribedSymbol.Of)]);
}

/// <summary>A symbol in it.</summary>
/// <param name="Name">Its full name; of a method <c>pkg.Service/Method</c>.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Descriptor">Its descriptor of google/protobuf/descriptor.proto, as protobuf's JSON mapping has it.</param>
internal sealed record DescribedSymbol(string Name, string Kind, JsonElement Descriptor)
{
    public static DescribedSymbol Of(IDescriptor symbol)
    {
        var (kind, message) = symbol switch
        {
            FileDescriptor f => ("file", (IMessage)f.ToProto()),
            ServiceDescriptor s => ("service", s.ToProto()),
            MethodDescriptor m => ("method", m.ToProto()),
            MessageDescriptor m => ("message", m.ToProto()),
            EnumDescriptor e => ("enum", e.ToProto()),
            FieldDescriptor f => (f.IsExtension ? "extension" : "field", f.ToProto()),
            EnumValueDescriptor v => ("enum value", v.ToProto()),
            _ => throw new NotSupportedException($"{symbol.FullName} is a {symbol.GetType().Name}, which is not described"),
        };
        var json = new JsonDecoder(DescriptorSet.BuiltIn, new() { Indented = false }).Decode(message.Descriptor, message.ToByteArray());
        return new(symbol is MethodDescriptor method ? $"{method.Service.FullName}/{method.Name}" : symbol.FullName, kind,
            JsonElement.Parse(json));
    }
}
