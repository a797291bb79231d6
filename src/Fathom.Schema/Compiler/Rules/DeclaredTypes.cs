using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Rules;

/// <summary>The messages and enums of files, by full name with a leading dot.</summary>
internal sealed class DeclaredTypes
{
    private readonly Dictionary<string, DescriptorProto> _messages = new(StringComparer.Ordinal);
    private readonly Dictionary<string, EnumDescriptorProto> _enums = new(StringComparer.Ordinal);

    /// <summary>What stands before a name in this package or message.</summary>
    public static string Prefix(string scope) => scope.Length == 0 ? "" : scope + ".";

    /// <summary>Adds those of a file.</summary>
    public void Add(FileDescriptorProto file) => Add("." + Prefix(file.Package), file.MessageType, file.EnumType);

    /// <summary>Whether a message may be extended by a field of this number.</summary>
    public bool IsExtensible(string message, int number) => !_messages.TryGetValue(message, out var extended)
        || extended.ExtensionRange.Any(range => range.Start <= number && number < range.End);

    /// <summary>Whether an enum has a value.</summary>
    public bool HasValue(string type, string value) => !_enums.TryGetValue(type, out var found) || found.Value.Any(v => v.Name == value);

    private void Add(string prefix, IEnumerable<DescriptorProto> messages, IEnumerable<EnumDescriptorProto> enums)
    {
        foreach (var type in enums)
        {
            _enums[prefix + type.Name] = type;
        }

        foreach (var message in messages)
        {
            _messages[prefix + message.Name] = message;
            Add($"{prefix}{message.Name}.", message.NestedType, message.EnumType);
        }
    }
}
