using Google.Protobuf.Reflection;
using Type = Google.Protobuf.Reflection.FieldDescriptorProto.Types.Type;

namespace Fathom.Schema.Printing;

/// <summary>The messages that a file or a message declares.</summary>
internal sealed class NestedTypes
{
    private readonly Dictionary<string, DescriptorProto> _byName = new(StringComparer.Ordinal);

    public NestedTypes(IEnumerable<DescriptorProto> types, string scope)
    {
        Scope = scope;
        foreach (var type in types)
        {
            _byName.TryAdd("." + PrintContext.Join(scope, type.Name), type);
        }
    }

    /// <summary>The full name of the message or the package that declares them.</summary>
    public string Scope { get; }

    /// <summary>The message that is declared by a field: a group, or an entry of a map. Null for others.</summary>
    public DescriptorProto? DeclaredBy(FieldDescriptorProto field) =>
        _byName.TryGetValue(field.TypeName, out var type) && (field.Type == Type.Group || type.Options is { MapEntry: true }) ? type : null;

    /// <summary>The messages without those that these fields declare.</summary>
    public IEnumerable<DescriptorProto> Without(IEnumerable<FieldDescriptorProto> fields) =>
        _byName.Values.Except(fields.Select(DeclaredBy).OfType<DescriptorProto>(), ReferenceEqualityComparer.Instance)
            .Cast<DescriptorProto>();
}
