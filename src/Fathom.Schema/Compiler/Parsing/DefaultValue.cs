using System.Globalization;
using System.Text;
using Google.Protobuf.Reflection;
using FieldKind = Google.Protobuf.Reflection.FieldDescriptorProto.Types.Type;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>The default of a field, as descriptors have it: text.</summary>
internal static class DefaultValue
{
    private static readonly UTF8Encoding Strict = new(false, throwOnInvalidBytes: true);

    /// <summary>Sets it.</summary>
    /// <exception cref="ProtoSyntaxException">The field has none, or one of another type.</exception>
    public static void Set(FieldDescriptorProto field, ProtoOption option, ProtoSource source)
    {
        if (source.IsProto3 || field.HasDefaultValue)
        {
            throw new ProtoSyntaxException(option.Place, source.IsProto3 ? "fields of proto3 have no default" : "the default is set twice");
        }

        if (field.HasType)
        {
            field.DefaultValue = Of(field.Type, option);
            return;
        }

        // An enum, or a message: that is known later.
        field.DefaultValue = option is { IsNegative: false, Value.Kind: ProtoTokenKind.Name } ? option.Value.Text : throw Refused(option);
    }

    /// <summary>A value that must be a string.</summary>
    public static string Text(ProtoOption option)
    {
        try
        {
            return Strict.GetString(option.Text ?? throw Refused(option));
        }
        catch (DecoderFallbackException)
        {
            throw Refused(option);
        }
    }

    private static string Of(FieldKind type, ProtoOption option) => type switch
    {
        FieldKind.String => Text(option),
        FieldKind.Bytes => ProtoEscapes.Write(option.Text ?? throw Refused(option)),
        FieldKind.Bool when option.Value is { Kind: ProtoTokenKind.Name, Text: "true" or "false" } => option.Value.Text,
        FieldKind.Float => Float(Number(option)),
        FieldKind.Double => Double(Number(option)),
        FieldKind.Int32 or FieldKind.Sint32 or FieldKind.Sfixed32 => Integer(option, int.MinValue, int.MaxValue),
        FieldKind.Uint32 or FieldKind.Fixed32 => Integer(option, 0, uint.MaxValue),
        FieldKind.Int64 or FieldKind.Sint64 or FieldKind.Sfixed64 => Integer(option, long.MinValue, long.MaxValue),
        FieldKind.Uint64 or FieldKind.Fixed64 => Integer(option, 0, ulong.MaxValue),
        _ => throw Refused(option),
    };

    private static string Integer(ProtoOption option, Int128 least, Int128 most)
    {
        if (option.Value.Kind != ProtoTokenKind.Integer || (option.IsNegative && least == 0))
        {
            throw Refused(option);
        }

        var value = TokenReader.Value(option.Value.Text) * (option.IsNegative ? -1 : 1);
        return value < least || value > most ? throw Refused(option) : value.ToString(CultureInfo.InvariantCulture);
    }

    private static double Number(ProtoOption option)
    {
        var text = option.Value.Text;
        var value = option.Value.Kind switch
        {
            ProtoTokenKind.Integer when text.Length > 1 && text[0] == '0' => (double)TokenReader.Value(text),
            ProtoTokenKind.Integer or ProtoTokenKind.Number => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture),
            ProtoTokenKind.Name when text == "inf" => double.PositiveInfinity,
            ProtoTokenKind.Name when text == "nan" => double.NaN,
            _ => throw Refused(option),
        };
        return option.IsNegative ? -value : value;
    }

    // As protobuf writes them (SimpleFtoa, SimpleDtoa): few digits where they tell the number from all others, else all.
    private static string Float(double number)
    {
        var value = (float)number;
        return Special(value) ?? Shorter(
            value.ToString("G6", CultureInfo.InvariantCulture), value.ToString("G9", CultureInfo.InvariantCulture),
            text => float.Parse(text, CultureInfo.InvariantCulture).Equals(value));
    }

    private static string Double(double value) => Special(value) ?? Shorter(value.ToString("G15", CultureInfo.InvariantCulture),
        value.ToString("G17", CultureInfo.InvariantCulture), text => double.Parse(text, CultureInfo.InvariantCulture).Equals(value));

    private static string Shorter(string few, string all, Func<string, bool> isExact) => (isExact(few) ? few : all).ToLowerInvariant();

    private static string? Special(double value) =>
        double.IsNaN(value) ? "nan" : double.IsPositiveInfinity(value) ? "inf" : double.IsNegativeInfinity(value) ? "-inf" : null;

    private static ProtoSyntaxException Refused(ProtoOption option) =>
        new(option.Value.Place, $"{option.Value.Shown} is not a value of the option '{option.ShownName}' of this field");
}
