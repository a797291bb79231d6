using Fathom.Schema.Descriptors;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Printing;

/// <summary>Descriptors as .proto text: the files that protoc makes the same descriptors of, but for comments and the order of nested
/// messages.</summary>
public static class ProtoPrinter
{
    /// <summary>A file, or a service, method, message, field, enum or enum value after a comment that says what it is. A method has its
    /// messages with it, and a message its extensions, whichever file declares them.</summary>
    /// <param name="symbol">What to print.</param>
    /// <param name="types">The descriptors around it, for custom options.</param>
    public static string Of(IDescriptor symbol, DescriptorSet types) =>
        symbol is FileDescriptor file ? FileOf(file, types) : SymbolPrinter.Of(symbol, types);

    private static string FileOf(FileDescriptor file, DescriptorSet types)
    {
        var proto = file.ToProto();
        var context = new PrintContext(types, proto);
        Head(context, proto);
        proto.EnumType.ToList().ForEach(new EnumPrinter(context).Write);
        var messages = new MessagePrinter(context);
        var nested = new NestedTypes(proto.MessageType, proto.Package);
        messages.Types(nested, proto.Extension);
        messages.Extensions(proto.Extension, nested);
        foreach (var service in proto.Service)
        {
            new ServicePrinter(context).Write(service, proto.Package);
        }

        return context.Text;
    }

    private static void Head(PrintContext context, FileDescriptorProto file)
    {
        context.Line(file.Syntax == "editions" ? $"edition = \"{EditionOf(file)}\";" : $"syntax = \"{context.Syntax}\";");
        if (file.Package.Length > 0)
        {
            context.Line($"package {file.Package};");
        }

        foreach (var (import, i) in file.Dependency.Select((import, i) => (import, i)))
        {
            var kind = file.PublicDependency.Contains(i) ? "public " : file.WeakDependency.Contains(i) ? "weak " : "";
            context.Line($"import {kind}{OptionText.Quote(import)};");
        }

        foreach (var import in file.OptionDependency)
        {
            context.Line($"import option {OptionText.Quote(import)};");
        }

        context.Options(file.Options);
    }

    /// <summary>The edition as text: <c>2023</c>.</summary>
    internal static string EditionOf(FileDescriptorProto file) => file.Edition.ToString().TrimStart('_').ToLowerInvariant();
}
