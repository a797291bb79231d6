using Fathom.Schema.Compiler.Rules;
using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldDescriptorProto.Types;
using static Google.Protobuf.Reflection.FieldOptions.Types;
using FieldKind = Google.Protobuf.Reflection.FieldDescriptorProto.Types.Type;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Parses fields: scalars, messages, maps and groups.</summary>
internal sealed class FieldParser(TokenReader tokens, ProtoSource source, DeclarationParsers parsers)
{
    private static readonly Dictionary<string, FieldKind> Scalars = new(StringComparer.Ordinal)
    {
        ["double"] = FieldKind.Double, ["float"] = FieldKind.Float, ["int64"] = FieldKind.Int64, ["uint64"] = FieldKind.Uint64,
        ["int32"] = FieldKind.Int32, ["fixed64"] = FieldKind.Fixed64, ["fixed32"] = FieldKind.Fixed32, ["bool"] = FieldKind.Bool,
        ["string"] = FieldKind.String, ["bytes"] = FieldKind.Bytes, ["uint32"] = FieldKind.Uint32, ["sfixed32"] = FieldKind.Sfixed32,
        ["sfixed64"] = FieldKind.Sfixed64, ["sint32"] = FieldKind.Sint32, ["sint64"] = FieldKind.Sint64,
    };

    private static readonly string[] KeyTypes =
        ["int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64", "bool", "string"];

    /// <summary>A field of a message, or an extension, with its label.</summary>
    /// <param name="scope">Where its type is looked for.</param>
    /// <param name="messages">Receives the message of a map or group.</param>
    /// <param name="depth">How deep messages are nested.</param>
    /// <param name="isExtension">Whether it is an extension.</param>
    public FieldDescriptorProto Field(ProtoScope scope, RepeatedField<DescriptorProto> messages, int depth, bool isExtension)
    {
        var (place, field) = (tokens.Place, new FieldDescriptorProto { Label = Label.Optional });
        var isMap = tokens.Is("map") && tokens.Following.Text == "<";
        if (tokens.Take("repeated"))
        {
            field.Label = Label.Repeated;
        }
        else if (tokens.Is("required") && source.IsProto2 && tokens.Take("required"))
        {
            field.Label = isExtension ? throw new ProtoSyntaxException(place, "an extension cannot be required") : Label.Required;
        }
        else if (tokens.Is("optional") && !source.IsEdition && tokens.Take("optional"))
        {
            if (source.IsProto3)
            {
                field.Proto3Optional = true;
            }
        }
        else if (tokens.Current.Text is "required" or "optional" && tokens.Following.Kind == ProtoTokenKind.Name)
        {
            throw tokens.Unexpected("a type; whether a field is optional is a feature of an edition, and no field is required in proto3");
        }
        else if (source.IsProto2 && !isMap)
        {
            throw tokens.Unexpected("optional, required, repeated");
        }

        if (tokens.Is("map") && tokens.Following.Text == "<")
        {
            return isMap && !isExtension ? Map(field, scope, messages)
                : throw new ProtoSyntaxException(place, "a map has no label, and is no extension");
        }

        Rest(field, scope, messages, depth, isExtension);
        return field;
    }

    /// <summary>A field of a oneof, which has no label.</summary>
    public FieldDescriptorProto OneofField(ProtoScope scope, RepeatedField<DescriptorProto> messages, int depth)
    {
        if ((tokens.Current.Text is "required" or "optional" or "repeated" && tokens.Following.Kind == ProtoTokenKind.Name)
            || (tokens.Is("map") && tokens.Following.Text == "<"))
        {
            throw tokens.Unexpected("a type: a field of a oneof is not repeated, and has no label");
        }

        var field = new FieldDescriptorProto { Label = Label.Optional };
        Rest(field, scope, messages, depth, isExtension: false);
        return field;
    }

    private void Rest(FieldDescriptorProto field, ProtoScope scope, RepeatedField<DescriptorProto> messages, int depth, bool isExtension)
    {
        var isGroup = source.IsProto2 && tokens.Is("group") && tokens.Following.Kind == ProtoTokenKind.Name;
        if (isGroup)
        {
            tokens.Next();
            field.Type = FieldKind.Group;
        }
        else
        {
            Type(field, scope);
        }

        var place = tokens.Place;
        field.Name = tokens.Name();
        Number(field, isExtension);
        Options(field, scope, isGroup ? field.Name.ToLowerInvariant() : field.Name);
        if (!isGroup)
        {
            tokens.Expect(";");
            return;
        }

        if (!char.IsAsciiLetterUpper(field.Name[0]))
        {
            throw new ProtoSyntaxException(place, "the name of a group begins with a capital letter");
        }

        var message = new DescriptorProto { Name = field.Name };
        parsers.Messages.Body(message, scope.In(message.Name), depth);
        messages.Add(message);
        Refer(field, message.Name, place, scope);
        field.Name = field.Name.ToLowerInvariant();
    }

    private void Type(FieldDescriptorProto field, ProtoScope scope)
    {
        var place = tokens.Place;
        if (tokens.Current.Kind == ProtoTokenKind.Name && Scalars.TryGetValue(tokens.Current.Text, out var scalar))
        {
            tokens.Next();
            field.Type = scalar;
        }
        else
        {
            Refer(field, tokens.DottedName(mayBeAbsolute: true), place, scope);
        }
    }

    private void Refer(FieldDescriptorProto field, string name, ProtoPlace place, ProtoScope scope) => source.References.Add(new(
        place, name, scope, [ProtoSymbolKind.Message, ProtoSymbolKind.OpenEnum, ProtoSymbolKind.ClosedEnum], (kind, full) =>
        {
            field.TypeName = full;
            if (!field.HasType)
            {
                field.Type = kind == ProtoSymbolKind.Message ? FieldKind.Message : FieldKind.Enum;
            }

            if (kind == ProtoSymbolKind.Message && field.HasDefaultValue)
            {
                throw new ProtoSyntaxException(place, "a message has no default");
            }

            if (source.IsProto3 && kind == ProtoSymbolKind.ClosedEnum)
            {
                throw new ProtoSyntaxException(place, $"{full[1..]} is a closed enum, which proto3 does not have");
            }
        }) { IsFieldType = true });

    private void Number(FieldDescriptorProto field, bool isExtension)
    {
        tokens.Expect("=");
        // Extensions of a message set have larger numbers, which are refused with it.
        field.Number = (int)tokens.Integer(1, isExtension ? int.MaxValue : MessageParser.MaxNumber);
    }

    private void Options(FieldDescriptorProto field, ProtoScope scope, string name)
    {
        field.JsonName = ProtoFieldRules.DefaultJsonName(name);
        if (parsers.Options.List(scope) is not { } options)
        {
            return;
        }

        var plain = new List<ProtoOption>();
        foreach (var option in options)
        {
            if (option.Name is [{ IsExtension: false, Name: "default" }])
            {
                DefaultValue.Set(field, option, source);
            }
            else if (option.Name is [{ IsExtension: false, Name: "json_name" }])
            {
                field.JsonName = DefaultValue.Text(option);
            }
            else
            {
                plain.Add(option);
            }
        }

        if (plain.Count > 0)
        {
            field.Options = new FieldOptions();
            parsers.Writer.Apply(field.Options, plain, OptionTargetType.TargetTypeField);
        }
    }

    private FieldDescriptorProto Map(FieldDescriptorProto field, ProtoScope scope, RepeatedField<DescriptorProto> messages)
    {
        tokens.Next();
        tokens.Expect("<");
        var key = new FieldDescriptorProto { Name = "key", Number = 1, Label = Label.Optional, JsonName = "key" };
        key.Type = KeyTypes.Contains(tokens.Current.Text)
            ? Scalars[tokens.Next().Text] : throw tokens.Unexpected(string.Join(", ", KeyTypes));
        tokens.Expect(",");
        var value = new FieldDescriptorProto { Name = "value", Number = 2, Label = Label.Optional, JsonName = "value" };
        Type(value, scope);
        tokens.Expect(">");
        field.Label = Label.Repeated;
        field.Type = FieldKind.Message;
        var place = tokens.Place;
        field.Name = tokens.Name();
        Number(field, isExtension: false);
        Options(field, scope, field.Name);
        tokens.Expect(";");
        var entry = new DescriptorProto { Name = ProtoFieldRules.DefaultJsonName("_" + field.Name) + "Entry", Field = { key, value } };
        entry.Options = new MessageOptions { MapEntry = true };
        messages.Add(entry);
        Refer(field, entry.Name, place, scope);
        return field;
    }
}
