using Fathom.Schema.Descriptors;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Printing;

/// <summary>Parts of files as text.</summary>
internal static class SymbolPrinter
{
    public static string Of(IDescriptor symbol, DescriptorSet types)
    {
        var context = new PrintContext(types, symbol.File.ToProto());
        var scope = PrintContext.ParentOf(symbol.FullName);
        switch (symbol)
        {
            case ServiceDescriptor service:
                Head(context, service, "a service");
                new ServicePrinter(context).Write(service.ToProto(), scope);
                break;
            case MethodDescriptor method:
                Head(context, method, $"a method of {method.Service.FullName}");
                new ServicePrinter(context).Write(method.Service.ToProto(), PrintContext.ParentOf(scope), method.Name);
                return context.Text + string.Concat(new[] { method.InputType, method.OutputType }.Distinct()
                    .Select(type => "\n" + Of(type, types)));
            case MessageDescriptor message:
                Head(context, message, "a message");
                new MessagePrinter(context).Write(message.ToProto(), scope);
                return context.Text + string.Concat(types.ExtensionsOf(message).OrderBy(e => e.FieldNumber).GroupBy(e => e.File.Name)
                    .Select(file => "\n" + Extensions([.. file], types)));
            case EnumDescriptor type:
                Head(context, type, "an enum");
                new EnumPrinter(context).Write(type.ToProto());
                break;
            case FieldDescriptor { IsExtension: true } extension:
                return Extensions([extension], types);
            case FieldDescriptor field:
                Head(context, field, "a field");
                Field(context, field, "");
                break;
            case EnumValueDescriptor value:
                Head(context, value, $"a value of the enum {value.EnumDescriptor.FullName}");
                new EnumPrinter(context).Value(value.ToProto());
                break;
        }

        return context.Text;
    }

    // Extensions of one message in one file. In JSON an extension has its full name, in brackets.
    private static string Extensions(IReadOnlyList<FieldDescriptor> extensions, DescriptorSet types)
    {
        var context = new PrintContext(types, extensions[0].File.ToProto());
        var extended = extensions[0].ExtendeeType.FullName;
        Head(context, extensions[0].File, extensions.Count == 1 ? $"{extensions[0].FullName} is an extension of {extended}"
            : $"extensions of {extended}");
        context.Block($"extend {context.NameOf(extended, "")}", () =>
        {
            foreach (var extension in extensions)
            {
                Field(context, extension, $" // [{extension.FullName}]");
            }
        });
        return context.Text;
    }

    private static void Field(PrintContext context, FieldDescriptor field, string comment)
    {
        var nested = field.ContainingType is null ? field.File.ToProto().MessageType : field.ContainingType.ToProto().NestedType;
        new FieldPrinter(context).Write(field.ToProto(), new NestedTypes(nested, PrintContext.ParentOf(field.FullName)),
            inOneof: field.RealContainingOneof is not null, comment);
    }

    private static void Head(PrintContext context, IDescriptor symbol, string kind)
    {
        var name = symbol is MethodDescriptor m ? $"{m.Service.FullName}/{m.Name}" : symbol.FullName;
        Head(context, symbol.File, $"{name} is {kind}", symbol);
    }

    // What a reader has to know of the file: its syntax, and features that are set around the symbol.
    private static void Head(PrintContext context, FileDescriptor file, string text, IDescriptor? symbol = null)
    {
        var proto = file.ToProto();
        var syntax = proto.Syntax == "editions" ? $"edition {ProtoPrinter.EditionOf(proto)}" : context.Syntax;
        context.Line($"// {text}, {file.Name} ({syntax}):");
        context.Features(proto.Options?.Features);
        var around = symbol switch
        {
            MessageDescriptor m => m.ContainingType,
            EnumDescriptor e => e.ContainingType,
            FieldDescriptor f => f.ContainingType,
            _ => null,
        };
        for (; around is not null; around = around.ContainingType)
        {
            context.Features(around.ToProto().Options?.Features);
        }
    }
}
