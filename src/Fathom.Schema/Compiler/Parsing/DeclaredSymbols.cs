using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>What a file declares, by full name.</summary>
internal static class DeclaredSymbols
{
    /// <summary>All of it, with the parts of its package.</summary>
    public static Dictionary<string, ProtoSymbolKind> Of(FileDescriptorProto file)
    {
        var symbols = new Dictionary<string, ProtoSymbolKind>(StringComparer.Ordinal);
        for (var package = file.Package; package.Length > 0; package = package.LastIndexOf('.') is > 0 and var dot ? package[..dot] : "")
        {
            symbols[package] = ProtoSymbolKind.Package;
        }

        var prefix = file.Package.Length == 0 ? "" : file.Package + ".";
        var isClosed = file.Syntax is "" or "proto2" || IsClosed(file.Options?.Features);
        Messages(file.MessageType, prefix, isClosed, symbols);
        Enums(file.EnumType, prefix, isClosed, symbols);
        Others(file.Extension.Select(field => field.Name), prefix, ProtoSymbolKind.Extension, symbols);
        Others(file.Service.Select(service => service.Name), prefix, ProtoSymbolKind.Service, symbols);
        foreach (var service in file.Service)
        {
            Others(service.Method.Select(method => method.Name), $"{prefix}{service.Name}.", ProtoSymbolKind.Other, symbols);
        }

        return symbols;
    }

    private static bool IsClosed(FeatureSet? features) => features is { EnumType: FeatureSet.Types.EnumType.Closed };

    private static void Messages(
        IEnumerable<DescriptorProto> messages, string prefix, bool isClosed, Dictionary<string, ProtoSymbolKind> symbols)
    {
        foreach (var message in messages)
        {
            symbols[prefix + message.Name] = ProtoSymbolKind.Message;
            var inner = $"{prefix}{message.Name}.";
            Others(message.Field.Select(field => field.Name).Concat(message.OneofDecl.Select(oneof => oneof.Name)), inner,
                ProtoSymbolKind.Other, symbols);
            Others(message.Extension.Select(field => field.Name), inner, ProtoSymbolKind.Extension, symbols);
            Enums(message.EnumType, inner, isClosed, symbols);
            Messages(message.NestedType, inner, isClosed, symbols);
        }
    }

    private static void Enums(
        IEnumerable<EnumDescriptorProto> enums, string prefix, bool isClosed, Dictionary<string, ProtoSymbolKind> symbols)
    {
        foreach (var type in enums)
        {
            var own = type.Options?.Features is { HasEnumType: true } features ? IsClosed(features) : isClosed;
            symbols[prefix + type.Name] = own ? ProtoSymbolKind.ClosedEnum : ProtoSymbolKind.OpenEnum;
            Others(type.Value.Select(value => value.Name), prefix, ProtoSymbolKind.Other, symbols);
        }
    }

    private static void Others(
        IEnumerable<string> names, string prefix, ProtoSymbolKind kind, Dictionary<string, ProtoSymbolKind> symbols)
    {
        foreach (var name in names)
        {
            symbols[prefix + name] = kind;
        }
    }
}
