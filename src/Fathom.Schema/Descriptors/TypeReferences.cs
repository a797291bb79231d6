using Google.Protobuf.Reflection;

namespace Fathom.Schema.Descriptors;

/// <summary>The full names of the messages and enums of a file that is not built yet.</summary>
internal static class TypeReferences
{
    /// <summary>Those that its fields, extensions and methods use. Only names from the root are known before it is built.</summary>
    public static IEnumerable<string> UsedBy(FileDescriptorProto file) => FieldsIn(file).SelectMany(UsedBy)
        .Concat(file.Service.SelectMany(s => s.Method).SelectMany(m => new[] { m.InputType, m.OutputType }))
        .Where(name => name.StartsWith('.')).Select(name => name[1..]);

    /// <summary>The fields and extensions that a file declares.</summary>
    public static IEnumerable<FieldDescriptorProto> FieldsIn(FileDescriptorProto file) =>
        file.Extension.Concat(file.MessageType.SelectMany(FieldsIn));

    /// <summary>The messages of a file that have ranges of extensions.</summary>
    public static IEnumerable<string> ExtendableIn(FileDescriptorProto file)
    {
        var scope = file.Package.Length == 0 ? "" : file.Package + ".";
        return file.MessageType.SelectMany(message => Extendable(message, scope));
    }

    /// <summary>The extensions that a file declares.</summary>
    public static IEnumerable<FieldDescriptorProto> ExtensionsIn(FileDescriptorProto file) =>
        file.Extension.Concat(file.MessageType.SelectMany(ExtensionsIn));

    /// <summary>The file that declares each type.</summary>
    public static Dictionary<string, string> FilesOf(IEnumerable<FileDescriptorProto> files)
    {
        var declared = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (type, file) in files.SelectMany(file => DeclaredBy(file).Select(type => (type, file.Name))))
        {
            declared.TryAdd(type, file);
        }

        return declared;
    }

    private static IEnumerable<string> DeclaredBy(FileDescriptorProto file)
    {
        var scope = file.Package.Length == 0 ? "" : file.Package + ".";
        return file.EnumType.Select(e => scope + e.Name).Concat(file.MessageType.SelectMany(m => DeclaredBy(m, scope)));
    }

    // What is nested is as deep as the file's bytes, whose reader allows 100 levels.
    private static IEnumerable<string> DeclaredBy(DescriptorProto message, string scope)
    {
        var name = scope + message.Name;
        return message.EnumType.Select(e => $"{name}.{e.Name}").Concat(message.NestedType.SelectMany(m => DeclaredBy(m, name + ".")))
            .Prepend(name);
    }

    private static IEnumerable<FieldDescriptorProto> ExtensionsIn(DescriptorProto message) =>
        message.Extension.Concat(message.NestedType.SelectMany(ExtensionsIn));

    private static IEnumerable<string> Extendable(DescriptorProto message, string scope)
    {
        var name = scope + message.Name;
        return message.NestedType.SelectMany(nested => Extendable(nested, name + "."))
            .Concat(message.ExtensionRange.Count > 0 ? [name] : []);
    }

    private static IEnumerable<FieldDescriptorProto> FieldsIn(DescriptorProto message) => message.Field.Concat(message.Extension)
        .Concat(message.NestedType.SelectMany(FieldsIn));

    private static IEnumerable<string> UsedBy(FieldDescriptorProto field) => [field.TypeName, field.Extendee];
}
