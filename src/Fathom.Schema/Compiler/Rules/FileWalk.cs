using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Rules;

/// <summary>Goes through all that a file declares.</summary>
/// <param name="file">The file.</param>
/// <param name="types">The messages and enums of all files.</param>
/// <param name="names">The full names so far, of all files.</param>
internal sealed class FileWalk(FileDescriptorProto file, DeclaredTypes types, HashSet<string> names)
{
    /// <summary>The rules that it breaks.</summary>
    public IEnumerable<string> Broken()
    {
        if (file.Options?.Features is { HasFieldPresence: true, FieldPresence: FeatureSet.Types.FieldPresence.LegacyRequired })
        {
            yield return "required presence cannot be the default of a file";
        }

        var prefix = DeclaredTypes.Prefix(file.Package);
        foreach (var fault in Messages(prefix, file.MessageType).Concat(Enums(prefix, file.EnumType))
            .Concat(Extensions(prefix, file.Extension)).Concat(file.Service.SelectMany(service => Service(prefix, service))))
        {
            yield return fault;
        }
    }

    private IEnumerable<string> Messages(string prefix, IEnumerable<DescriptorProto> all)
    {
        foreach (var message in all)
        {
            var (name, inner) = (prefix + message.Name, $"{prefix}{message.Name}.");
            var rules = new MessageRules(message, file.Syntax is "" or "proto2");
            string[] members = [name, .. message.Field.Select(f => inner + f.Name), .. message.OneofDecl.Select(o => inner + o.Name)];
            foreach (var fault in Unique(members).Concat(rules.Broken().Select(fault => $"{name}: {fault}"))
                .Concat(Fields(inner, message.Field)).Concat(Messages(inner, message.NestedType))
                .Concat(Enums(inner, message.EnumType)).Concat(Extensions(inner, message.Extension)))
            {
                yield return fault;
            }
        }
    }

    // The values of an enum are named beside it, not in it.
    private IEnumerable<string> Enums(string prefix, IEnumerable<EnumDescriptorProto> all) => all.SelectMany(type =>
        Unique([prefix + type.Name, .. type.Value.Select(value => prefix + value.Name)])
            .Concat(EnumRules.Broken(type, file.Syntax == "proto3").Select(fault => $"{prefix}{type.Name}: {fault}")));

    private IEnumerable<string> Extensions(string prefix, IReadOnlyCollection<FieldDescriptorProto> all) =>
        Unique([.. all.Select(field => prefix + field.Name)]).Concat(all
            .Where(field => !types.IsExtensible(field.Extendee, field.Number))
            .Select(field => $"{prefix}{field.Name}: {field.Extendee} has no extension number {field.Number}"))
            .Concat(Fields(prefix, all));

    private IEnumerable<string> Fields(string prefix, IEnumerable<FieldDescriptorProto> all) => all.SelectMany(field =>
        ProtoFieldRules.Broken(field, file.Options?.Features).Concat(Defaults(field)).Select(fault => $"{prefix}{field.Name}: {fault}"));

    private IEnumerable<string> Defaults(FieldDescriptorProto field) => field.Type == FieldDescriptorProto.Types.Type.Enum
        && field.HasDefaultValue && !types.HasValue(field.TypeName, field.DefaultValue)
            ? [$"{field.TypeName} has no value {field.DefaultValue}"] : [];

    private IEnumerable<string> Service(string prefix, ServiceDescriptorProto service) =>
        Unique([prefix + service.Name, .. service.Method.Select(method => $"{prefix}{service.Name}.{method.Name}")]);

    private IEnumerable<string> Unique(IEnumerable<string> declared) =>
        declared.Where(name => !names.Add(name)).Select(name => $"'{name}' is defined twice");
}
