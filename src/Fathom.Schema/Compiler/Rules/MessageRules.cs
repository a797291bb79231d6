using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Rules;

/// <summary>The rules of one message, its fields and ranges.</summary>
/// <param name="message">The message.</param>
/// <param name="isProto2">Whether its file is of proto2, which lets two fields have one JSON name unless that is written out.</param>
internal sealed class MessageRules(DescriptorProto message, bool isProto2)
{
    /// <summary>The rules that it breaks.</summary>
    public IEnumerable<string> Broken() => Oneofs().Concat(JsonNames()).Concat(Ranges()).Concat(message.Field
        .Where(field => message.ReservedName.Contains(field.Name)).Select(field => $"the name {field.Name} is reserved"));

    private IEnumerable<string> Oneofs() => message.OneofDecl
        .Where((_, index) => !message.Field.Any(field => field.HasOneofIndex && field.OneofIndex == index))
        .Select(oneof => $"oneof {oneof.Name} has no field");

    private IEnumerable<string> JsonNames() => message.Field.GroupBy(field => field.JsonName, StringComparer.Ordinal)
        .Where(group => group.Count() > 1
            && !(isProto2 && group.All(field => field.JsonName == ProtoFieldRules.DefaultJsonName(field.Name))))
        .Select(group => $"{string.Join(" and ", group.Select(field => field.Name))} have the same JSON name '{group.Key}'");

    // The ends are not part of the ranges.
    private IEnumerable<string> Ranges()
    {
        var ranges = message.ReservedRange.Select(r => (r.Start, r.End)).Concat(message.ExtensionRange.Select(r => (r.Start, r.End)))
            .Concat(message.Field.Select(f => (Start: f.Number, End: f.Number + 1))).Order().ToList();
        return ranges.Where(range => range.Start >= range.End).Select(range => $"the range from {range.Start} to {range.End - 1} is empty")
            .Concat(ranges.Zip(ranges.Skip(1)).Where(pair => pair.Second.Start < pair.First.End)
                .Select(pair => $"the number {pair.Second.Start} has two uses"));
    }
}
