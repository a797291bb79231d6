using Fathom.Schema.Compiler.Rules;
using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldDescriptorProto.Types;
using Type = Google.Protobuf.Reflection.FieldDescriptorProto.Types.Type;

namespace Fathom.Schema.Printing;

/// <summary>Writes fields and extensions.</summary>
internal sealed class FieldPrinter(PrintContext context)
{
    /// <summary>Writes a field, and the body of its type where that is a group.</summary>
    /// <param name="field">The field.</param>
    /// <param name="nested">The messages that are declared where it is.</param>
    /// <param name="inOneof">Whether it is a member of a oneof.</param>
    /// <param name="comment">What follows on its line.</param>
    public void Write(FieldDescriptorProto field, NestedTypes nested, bool inOneof, string comment = "")
    {
        var own = nested.DeclaredBy(field);
        var label = inOneof || own is { Options.MapEntry: true } ? "" : LabelOf(field);
        if (field.Type == Type.Group && own is not null)
        {
            var end = context.End(field.Options, Options(field), "");
            context.Block($"{label}group {own.Name} = {field.Number}{end}",
                () => new MessagePrinter(context).Body(own, PrintContext.Join(nested.Scope, own.Name)));
            return;
        }

        context.Line($"{label}{TypeOf(field, nested.Scope, own)} {field.Name} = {field.Number}"
            + context.End(field.Options, Options(field)) + comment);
    }

    private string TypeOf(FieldDescriptorProto field, string scope, DescriptorProto? own) =>
        own is { Options.MapEntry: true } && own.Field.FirstOrDefault(f => f.Number == 1) is { } key
            && own.Field.FirstOrDefault(f => f.Number == 2) is { } value
            ? $"map<{TypeOf(key, scope, null)}, {TypeOf(value, scope, null)}>"
            : field.TypeName.Length > 0 ? context.NameOf(field.TypeName, scope) : field.Type.ToString().ToLowerInvariant();

    // proto2 has a label for every field, and editions have features in place of the other labels.
    private string LabelOf(FieldDescriptorProto field) => field.Label switch
    {
        Label.Repeated => "repeated ",
        Label.Required => "required ",
        _ => context.Syntax == "proto2" || field.Proto3Optional ? "optional " : "",
    };

    private static IEnumerable<string> Options(FieldDescriptorProto field)
    {
        if (field.HasDefaultValue)
        {
            yield return "default = " + field.Type switch
            {
                Type.String => OptionText.Quote(field.DefaultValue),
                // It has its escapes already.
                Type.Bytes => $"\"{field.DefaultValue}\"",
                _ => field.DefaultValue,
            };
        }

        // An extension has its full name in JSON.
        if (field.HasJsonName && field.Extendee.Length == 0 && field.JsonName != ProtoFieldRules.DefaultJsonName(field.Name))
        {
            yield return $"json_name = {OptionText.Quote(field.JsonName)}";
        }
    }
}
