using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.DescriptorProto.Types;
using static Google.Protobuf.Reflection.FieldOptions.Types;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Parses messages, and declarations of extensions.</summary>
internal sealed class MessageParser(TokenReader tokens, ProtoSource source, DeclarationParsers parsers)
{
    /// <summary>The largest number of a field.</summary>
    public const int MaxNumber = (1 << 29) - 1;

    // protobuf reads messages to this depth.
    private const int MaxDepth = 32;

    /// <summary>A message, after the word "message".</summary>
    public DescriptorProto Message(ProtoScope scope, int depth)
    {
        var message = new DescriptorProto { Name = tokens.Name() };
        Body(message, scope.In(message.Name), depth);
        return message;
    }

    /// <summary>What is in the braces of a message or group.</summary>
    public void Body(DescriptorProto message, ProtoScope scope, int depth)
    {
        var (options, statements) = (new List<ProtoOption>(), new MessageStatements(message, scope, depth + 1));
        if (depth > MaxDepth)
        {
            throw new ProtoSyntaxException(tokens.Place, $"messages are nested deeper than {MaxDepth} levels");
        }

        tokens.Expect("{");
        while (!tokens.Take("}"))
        {
            if (tokens.Take("option"))
            {
                options.Add(parsers.Options.Statement(scope));
            }
            else
            {
                Statement(statements);
            }
        }

        if (options.Count > 0)
        {
            message.Options = new MessageOptions();
            parsers.Writer.Apply(message.Options, options, OptionTargetType.TargetTypeMessage);
            if (message.Options.MessageSetWireFormat)
            {
                throw new ProtoSyntaxException(options[0].Place, "messages of the form message_set_wire_format are not read here");
            }
        }

        SyntheticOneofs.Add(message);
    }

    /// <summary>Extensions of a message, after the word "extend".</summary>
    public void Extend(ProtoScope scope, RepeatedField<FieldDescriptorProto> into, RepeatedField<DescriptorProto> messages, int depth)
    {
        var (place, extendee) = (tokens.Place, tokens.DottedName(mayBeAbsolute: true));
        tokens.Expect("{");
        do
        {
            var field = parsers.Fields.Field(scope, messages, depth, isExtension: true);
            source.References.Add(new(place, extendee, scope, [ProtoSymbolKind.Message], (_, name) => field.Extendee = name));
            into.Add(field);
        }
        while (!tokens.Take("}"));
    }

    private void Statement(MessageStatements into)
    {
        var (message, scope, depth) = into;
        if (tokens.Take(";"))
        {
        }
        else if (tokens.Take("message"))
        {
            message.NestedType.Add(Message(scope, depth));
        }
        else if (tokens.Take("enum"))
        {
            message.EnumType.Add(parsers.Enums.Enum(scope));
        }
        else if (tokens.Take("extend"))
        {
            Extend(scope, message.Extension, message.NestedType, depth);
        }
        else if (tokens.Take("oneof"))
        {
            Oneof(into);
        }
        else if (tokens.Is("extensions") && !source.IsProto3 && tokens.Following.Kind == ProtoTokenKind.Integer)
        {
            Extensions(message, scope);
        }
        else if (tokens.Is("reserved") && tokens.Following.Kind != ProtoTokenKind.Symbol
            && (source.IsEdition || tokens.Following.Kind != ProtoTokenKind.Name))
        {
            Reserved(message);
        }
        else
        {
            message.Field.Add(parsers.Fields.Field(scope, message.NestedType, depth, isExtension: false));
        }
    }

    private void Oneof(MessageStatements into)
    {
        var (message, scope, depth) = into;
        var (oneof, options, index) = (new OneofDescriptorProto { Name = tokens.Name() }, new List<ProtoOption>(), message.OneofDecl.Count);
        message.OneofDecl.Add(oneof);
        tokens.Expect("{");
        do
        {
            if (tokens.Take("option"))
            {
                options.Add(parsers.Options.Statement(scope));
            }
            else
            {
                var field = parsers.Fields.OneofField(scope, message.NestedType, depth);
                field.OneofIndex = index;
                message.Field.Add(field);
            }
        }
        while (!tokens.Take("}"));

        if (options.Count > 0)
        {
            oneof.Options = new OneofOptions();
            parsers.Writer.Apply(oneof.Options, options, OptionTargetType.TargetTypeOneof);
        }
    }

    // Its end is not part of a range.
    private (int Start, int End) Range(int max)
    {
        var start = (int)tokens.Integer(1, max);
        return (start, !tokens.Take("to") ? start + 1 : tokens.Take("max") ? max + 1 : (int)tokens.Integer(1, max) + 1);
    }

    private void Extensions(DescriptorProto message, ProtoScope scope)
    {
        tokens.Expect("extensions");
        var first = message.ExtensionRange.Count;
        do
        {
            var (start, end) = Range(MaxNumber);
            message.ExtensionRange.Add(new ExtensionRange { Start = start, End = end });
        }
        while (tokens.Take(","));

        if (parsers.Options.List(scope) is { } options)
        {
            foreach (var range in message.ExtensionRange.Skip(first))
            {
                var own = new ExtensionRangeOptions();
                parsers.Writer.Apply(own, options, OptionTargetType.TargetTypeExtensionRange);
                // Declarations and their verification are of the sources: protoc leaves nothing of them.
                range.Options = own.CalculateSize() > 0 || options.Any(option => option.IsCustom) ? own : null;
            }
        }

        tokens.Expect(";");
    }

    private void Reserved(DescriptorProto message)
    {
        tokens.Expect("reserved");
        if (tokens.Current.Kind is ProtoTokenKind.Name or ProtoTokenKind.Text)
        {
            parsers.Enums.ReservedNames(message.ReservedName);
            return;
        }

        do
        {
            var (start, end) = Range(MaxNumber);
            message.ReservedRange.Add(new ReservedRange { Start = start, End = end });
        }
        while (tokens.Take(","));

        tokens.Expect(";");
    }

    private sealed record MessageStatements(DescriptorProto Message, ProtoScope Scope, int Depth);
}
