using Google.Protobuf.Reflection;

namespace Fathom.Schema.Printing;

/// <summary>Writes messages and what they declare.</summary>
internal sealed class MessagePrinter(PrintContext context)
{
    // Protocol Buffers, language guide: field numbers go to 2^29 - 1.
    private const int MaxFieldNumber = (1 << 29) - 1;

    private readonly FieldPrinter _fields = new(context);

    /// <summary>Writes a message.</summary>
    /// <param name="message">The message.</param>
    /// <param name="scope">The full name of the message or package that declares it.</param>
    public void Write(DescriptorProto message, string scope) =>
        context.Block($"{EnumPrinter.Prefix(message.Visibility)}message {message.Name}",
            () => Body(message, PrintContext.Join(scope, message.Name)));

    /// <summary>Writes what is between the braces of a message. What is nested is as deep as the descriptor's bytes, whose reader allows
    /// 100 levels.</summary>
    public void Body(DescriptorProto message, string name)
    {
        context.Options(message.Options);
        message.EnumType.ToList().ForEach(new EnumPrinter(context).Write);
        var nested = new NestedTypes(message.NestedType, name);
        Types(nested, message.Field.Concat(message.Extension));
        Fields(message, nested);
        Extensions(message.Extension, nested);
        foreach (var range in message.ExtensionRange)
        {
            context.Line($"extensions {Range(range.Start, range.End)}{context.End(range.Options)}");
        }

        EnumPrinter.Reserved(context, message.ReservedRange.Select(r => Range(r.Start, r.End)), message.ReservedName);
    }

    /// <summary>Writes messages without those that these fields declare.</summary>
    public void Types(NestedTypes types, IEnumerable<FieldDescriptorProto> fields)
    {
        foreach (var type in types.Without(fields))
        {
            Write(type, types.Scope);
        }
    }

    /// <summary>Writes extensions, those of one message after each other together.</summary>
    public void Extensions(IEnumerable<FieldDescriptorProto> extensions, NestedTypes nested)
    {
        for (var rest = extensions.ToList(); rest.Count > 0;)
        {
            var together = rest.TakeWhile(e => e.Extendee == rest[0].Extendee).ToList();
            context.Block($"extend {context.NameOf(rest[0].Extendee, nested.Scope)}",
                () => together.ForEach(extension => _fields.Write(extension, nested, inOneof: false)));
            rest.RemoveRange(0, together.Count);
        }
    }

    private void Fields(DescriptorProto message, NestedTypes nested)
    {
        // The optional fields of proto3 have a oneof of their own, which its text has not.
        var members = message.Field.Where(f => f is { HasOneofIndex: true, Proto3Optional: false }).ToLookup(f => f.OneofIndex);
        foreach (var field in message.Field)
        {
            if (!field.HasOneofIndex || field.Proto3Optional)
            {
                _fields.Write(field, nested, inOneof: false);
            }
            else if (members[field.OneofIndex].First() == field)
            {
                Oneof(message.OneofDecl[field.OneofIndex], members[field.OneofIndex], nested);
            }
        }
    }

    private void Oneof(OneofDescriptorProto oneof, IEnumerable<FieldDescriptorProto> members, NestedTypes nested) =>
        context.Block($"oneof {oneof.Name}", () =>
        {
            context.Options(oneof.Options);
            foreach (var member in members)
            {
                _fields.Write(member, nested, inOneof: true);
            }
        });

    // The end of a range is exclusive in a descriptor, and inclusive in text.
    private static string Range(int start, int end) =>
        end > MaxFieldNumber ? $"{start} to max" : end - 1 == start ? $"{start}" : $"{start} to {end - 1}";
}
