using Google.Protobuf.Reflection;

namespace Fathom.Schema.Descriptors;

/// <summary>Enters everything that a file declares under its full name.</summary>
internal static class SymbolTable
{
    public static void Add(FileDescriptor file, Dictionary<string, IDescriptor> symbols)
    {
        foreach (var service in file.Services)
        {
            symbols.TryAdd(service.FullName, service);
            foreach (var method in service.Methods)
            {
                symbols.TryAdd(method.FullName, method);
            }
        }

        Enums(file.EnumTypes, symbols);
        Messages(file.MessageTypes, symbols);
        Fields(file.Extensions.UnorderedExtensions, symbols);
    }

    private static void Fields(IEnumerable<FieldDescriptor> fields, Dictionary<string, IDescriptor> symbols)
    {
        foreach (var field in fields)
        {
            symbols.TryAdd(field.FullName, field);
        }
    }

    // What is nested is as deep as the file's bytes, whose reader allows 100 levels.
    private static void Messages(IEnumerable<MessageDescriptor> messages, Dictionary<string, IDescriptor> symbols)
    {
        foreach (var message in messages.Where(m => !m.IsMapEntry))
        {
            symbols.TryAdd(message.FullName, message);
            Fields(message.Fields.InDeclarationOrder(), symbols);
            Fields(message.Extensions.UnorderedExtensions, symbols);
            Enums(message.EnumTypes, symbols);
            Messages(message.NestedTypes, symbols);
        }
    }

    private static void Enums(IEnumerable<EnumDescriptor> enums, Dictionary<string, IDescriptor> symbols)
    {
        foreach (var type in enums)
        {
            symbols.TryAdd(type.FullName, type);
            foreach (var value in type.Values)
            {
                symbols.TryAdd(value.FullName, value);
            }
        }
    }
}
