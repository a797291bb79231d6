using System.Text;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Cli.Rendering;

/// <summary>Descriptors as .proto text, each after a line that names it.</summary>
internal static class DescriptorText
{
    // Protocol Buffers, language guide: field numbers go to 2^29 - 1.
    private const int MaxFieldNumber = (1 << 29) - 1;

    /// <summary>A symbol, and the extensions of a message that are known.</summary>
    public static string Of(IDescriptor symbol, DescriptorSet types)
    {
        var text = new StringBuilder();
        switch (symbol)
        {
            case ServiceDescriptor service:
                text.AppendLine($"{service.FullName} is a service:");
                Service(text, service);
                break;
            case MethodDescriptor method:
                text.AppendLine($"{method.Service.FullName}/{method.Name} is a method:").AppendLine(Rpc(method));
                foreach (var type in new[] { method.InputType, method.OutputType }.Distinct())
                {
                    text.AppendLine().Append(Of(type, types));
                }

                break;
            case MessageDescriptor message:
                text.AppendLine($"{message.FullName} is a message:");
                Message(text, message, "");
                Extensions(text, types.ExtensionsOf(message));
                break;
            case EnumDescriptor type:
                text.AppendLine($"{type.FullName} is an enum:");
                Enum(text, type, "");
                break;
            case FieldDescriptor { IsExtension: true } extension:
                text.AppendLine($"{extension.FullName} is an extension of {extension.ExtendeeType.FullName}:");
                Extensions(text, [extension]);
                break;
            case FieldDescriptor field:
                text.AppendLine($"{field.FullName} is a field:").AppendLine(Field(field));
                break;
            case EnumValueDescriptor value:
                text.AppendLine($"{value.FullName} is a value of the enum {value.EnumDescriptor.FullName}:")
                    .AppendLine($"{value.Name} = {value.Number};");
                break;
        }

        return text.ToString();
    }

    private static void Service(StringBuilder text, ServiceDescriptor service)
    {
        text.AppendLine($"service {service.Name} {{");
        foreach (var method in service.Methods)
        {
            text.AppendLine("  " + Rpc(method));
        }

        text.AppendLine("}");
    }

    private static string Rpc(MethodDescriptor method) =>
        $"rpc {method.Name}({(method.IsClientStreaming ? "stream " : "")}{method.InputType.FullName}) returns "
            + $"({(method.IsServerStreaming ? "stream " : "")}{method.OutputType.FullName});";

    // What is nested is as deep as the descriptor's bytes, whose reader allows 100 levels.
    private static void Message(StringBuilder text, MessageDescriptor message, string indent)
    {
        text.AppendLine($"{indent}message {message.Name} {{");
        var inner = indent + "  ";
        foreach (var type in message.EnumTypes)
        {
            Enum(text, type, inner);
        }

        foreach (var type in message.NestedTypes.Where(t => !t.IsMapEntry))
        {
            Message(text, type, inner);
        }

        foreach (var field in message.Fields.InFieldNumberOrder().Where(f => f.RealContainingOneof is null))
        {
            text.AppendLine(inner + Field(field));
        }

        foreach (var oneof in message.Oneofs.Where(o => !o.IsSynthetic))
        {
            text.AppendLine($"{inner}oneof {oneof.Name} {{");
            foreach (var field in oneof.Fields)
            {
                text.AppendLine($"{inner}  {Field(field)}");
            }

            text.AppendLine($"{inner}}}");
        }

        foreach (var range in message.ToProto().ExtensionRange)
        {
            // The end of a range is exclusive in a descriptor, and inclusive in text.
            text.AppendLine($"{inner}extensions {range.Start} to {(range.End > MaxFieldNumber ? "max" : $"{range.End - 1}")};");
        }

        text.AppendLine($"{indent}}}");
    }

    // In JSON an extension has its full name, in brackets.
    private static void Extensions(StringBuilder text, IEnumerable<FieldDescriptor> extensions)
    {
        foreach (var file in extensions.OrderBy(e => e.FieldNumber).GroupBy(e => e.File.Name))
        {
            text.AppendLine($"extend {file.First().ExtendeeType.FullName} {{");
            foreach (var extension in file)
            {
                text.AppendLine($"  {Field(extension)} // [{extension.FullName}]");
            }

            text.AppendLine("}");
        }
    }

    private static void Enum(StringBuilder text, EnumDescriptor type, string indent)
    {
        text.AppendLine($"{indent}enum {type.Name} {{");
        foreach (var value in type.Values)
        {
            text.AppendLine($"{indent}  {value.Name} = {value.Number};");
        }

        text.AppendLine($"{indent}}}");
    }

    private static string Field(FieldDescriptor field)
    {
        var isOptional = field.ContainingOneof is { IsSynthetic: true };
        var label = isOptional ? "optional " : field.IsRequired ? "required " : "";
        return $"{label}{FieldTypeText.Of(field)} {field.Name} = {field.FieldNumber};";
    }
}
