using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>An optional field of proto3 is in a oneof of its own, after those that are written (protobuf, field_presence.md).</summary>
internal static class SyntheticOneofs
{
    public static void Add(DescriptorProto message)
    {
        var names = message.Field.Select(field => field.Name).Concat(message.OneofDecl.Select(oneof => oneof.Name))
            .ToHashSet(StringComparer.Ordinal);
        foreach (var field in message.Field.Where(field => field.Proto3Optional))
        {
            var name = field.Name.StartsWith('_') ? field.Name : "_" + field.Name;
            while (!names.Add(name))
            {
                name = "X" + name;
            }

            field.OneofIndex = message.OneofDecl.Count;
            message.OneofDecl.Add(new OneofDescriptorProto { Name = name });
        }
    }
}
