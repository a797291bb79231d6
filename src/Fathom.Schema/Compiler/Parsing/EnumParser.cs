using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.EnumDescriptorProto.Types;
using static Google.Protobuf.Reflection.FieldOptions.Types;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Parses enums.</summary>
internal sealed class EnumParser(TokenReader tokens, ProtoSource source, DeclarationParsers parsers)
{
    /// <summary>An enum, after the word "enum".</summary>
    public EnumDescriptorProto Enum(ProtoScope scope)
    {
        var (place, type, options) = (tokens.Place, new EnumDescriptorProto { Name = tokens.Name() }, new List<ProtoOption>());
        tokens.Expect("{");
        while (!tokens.Take("}"))
        {
            if (tokens.Take(";"))
            {
            }
            else if (tokens.Take("option"))
            {
                options.Add(parsers.Options.Statement(scope));
            }
            else if (tokens.Take("reserved"))
            {
                Reserved(type);
            }
            else
            {
                type.Value.Add(Value(scope));
            }
        }

        if (options.Count > 0)
        {
            type.Options = new EnumOptions();
            parsers.Writer.Apply(type.Options, options, OptionTargetType.TargetTypeEnum);
        }

        var isOpen = source.IsProto3 || (source.IsEdition && type.Options?.Features?.EnumType == FeatureSet.Types.EnumType.Open);
        return isOpen && type.Value is [{ Number: not 0 }, ..]
            ? throw new ProtoSyntaxException(place, $"the first value of the open enum {type.Name} must be 0")
            : type;
    }

    /// <summary>Reserved names, strings before editions.</summary>
    public void ReservedNames(RepeatedField<string> into)
    {
        do
        {
            into.Add(source.IsEdition ? tokens.Name() : System.Text.Encoding.UTF8.GetString(tokens.Text()));
        }
        while (tokens.Take(","));

        tokens.Expect(";");
    }

    private EnumValueDescriptorProto Value(ProtoScope scope)
    {
        var value = new EnumValueDescriptorProto { Name = tokens.Name() };
        tokens.Expect("=");
        value.Number = (int)tokens.Integer(int.MinValue, int.MaxValue);
        if (parsers.Options.List(scope) is { } options)
        {
            value.Options = new EnumValueOptions();
            parsers.Writer.Apply(value.Options, options, OptionTargetType.TargetTypeEnumEntry);
        }

        tokens.Expect(";");
        return value;
    }

    private void Reserved(EnumDescriptorProto type)
    {
        if (tokens.Current.Kind is ProtoTokenKind.Name or ProtoTokenKind.Text)
        {
            ReservedNames(type.ReservedName);
            return;
        }

        do
        {
            var start = (int)tokens.Integer(int.MinValue, int.MaxValue);
            var end = !tokens.Take("to") ? start : tokens.Take("max") ? int.MaxValue : (int)tokens.Integer(int.MinValue, int.MaxValue);
            type.ReservedRange.Add(new EnumReservedRange { Start = start, End = end });
        }
        while (tokens.Take(","));

        tokens.Expect(";");
    }
}
