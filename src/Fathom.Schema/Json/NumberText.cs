using System.Buffers.Text;
using System.Globalization;
using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Writes the text of a number as a field of its type.</summary>
internal static class NumberText
{
    /// <summary>Maximum length of a number's text, in bytes. The exact digits of no double are needed.</summary>
    public const int MaxLength = 400;

    /// <summary>Writes a number; false when the text is none, or out of the type's range. A whole number may have an exponent or a
    /// fraction of zeros, as in JavaScript.</summary>
    public static bool TryWrite(FieldType type, ReadOnlySpan<byte> text, bool quoted, WireOutput output)
    {
        switch (type)
        {
            case FieldType.Double when TryFloating(text, quoted, out var value):
                output.Fixed64(BitConverter.DoubleToUInt64Bits(value));
                return true;
            case FieldType.Float when TryFloating(text, quoted, out var value) && (float)value is var single
                && (float.IsFinite(single) || !double.IsFinite(value)):
                output.Fixed32(BitConverter.SingleToUInt32Bits(single));
                return true;
            case FieldType.Int32 or FieldType.SInt32 or FieldType.SFixed32 when TrySigned(text, out var value)
                && value is >= int.MinValue and <= int.MaxValue:
                Int32(type, (int)value, output);
                return true;
            case FieldType.Int64 or FieldType.SInt64 or FieldType.SFixed64 when TrySigned(text, out var value):
                Int64(type, value, output);
                return true;
            case FieldType.UInt32 or FieldType.Fixed32 when TryUnsigned(text, out var value) && value <= uint.MaxValue:
                Unsigned(type == FieldType.Fixed32, (uint)value, output);
                return true;
            case FieldType.UInt64 when TryUnsigned(text, out var value):
                output.Varint(value);
                return true;
            case FieldType.Fixed64 when TryUnsigned(text, out var value):
                output.Fixed64(value);
                return true;
            default:
                return false;
        }
    }

    /// <summary>What is accepted for a type, in words.</summary>
    public static string Accepted(FieldType type) => type switch
    {
        FieldType.Double or FieldType.Float => "a number in range, \"NaN\", \"Infinity\" or \"-Infinity\"",
        FieldType.Int32 or FieldType.SInt32 or FieldType.SFixed32 => $"a whole number from {int.MinValue} to {int.MaxValue}",
        FieldType.UInt32 or FieldType.Fixed32 => $"a whole number from 0 to {uint.MaxValue}",
        FieldType.Int64 or FieldType.SInt64 or FieldType.SFixed64 =>
            $"a whole number from {long.MinValue} to {long.MaxValue}, or a string of one",
        _ => $"a whole number from 0 to {ulong.MaxValue}, or a string of one",
    };

    private static void Int32(FieldType type, int value, WireOutput output)
    {
        switch (type)
        {
            case FieldType.SFixed32:
                output.Fixed32((uint)value);
                break;
            case FieldType.SInt32:
                output.Varint((uint)((value << 1) ^ (value >> 31)));
                break;
            default:
                output.Varint((ulong)(long)value);
                break;
        }
    }

    private static void Int64(FieldType type, long value, WireOutput output)
    {
        switch (type)
        {
            case FieldType.SFixed64:
                output.Fixed64((ulong)value);
                break;
            case FieldType.SInt64:
                output.Varint((ulong)((value << 1) ^ (value >> 63)));
                break;
            default:
                output.Varint((ulong)value);
                break;
        }
    }

    private static void Unsigned(bool isFixed, uint value, WireOutput output)
    {
        if (isFixed)
        {
            output.Fixed32(value);
        }
        else
        {
            output.Varint(value);
        }
    }

    private static bool TrySigned(ReadOnlySpan<byte> text, out long value)
    {
        value = 0;
        return StartsAsNumber(text) && ((Utf8Parser.TryParse(text, out value, out var read) && read == text.Length)
            || (TryWhole(text, out var whole) && whole is >= long.MinValue and <= long.MaxValue && (value = (long)whole) == whole));
    }

    private static bool TryUnsigned(ReadOnlySpan<byte> text, out ulong value)
    {
        value = 0;
        return StartsAsNumber(text) && ((Utf8Parser.TryParse(text, out value, out var read) && read == text.Length)
            || (TryWhole(text, out var whole) && whole is >= ulong.MinValue and <= ulong.MaxValue && (value = (ulong)whole) == whole));
    }

    // 28 digits are exact, and the range of 64 bits has 20.
    private static bool TryWhole(ReadOnlySpan<byte> text, out decimal value) =>
        decimal.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent,
            CultureInfo.InvariantCulture, out value)
        && decimal.IsInteger(value) && (value != 0 || !HasDigit(text));

    // 1e-40 is rounded to zero; it is no whole number.
    private static bool HasDigit(ReadOnlySpan<byte> text)
    {
        var exponent = text.IndexOfAny((byte)'e', (byte)'E');
        return (exponent < 0 ? text : text[..exponent]).IndexOfAnyInRange((byte)'1', (byte)'9') >= 0;
    }

    private static bool TryFloating(ReadOnlySpan<byte> text, bool quoted, out double value)
    {
        if (quoted)
        {
            value = text.SequenceEqual("NaN"u8) ? double.NaN
                : text.SequenceEqual("Infinity"u8) ? double.PositiveInfinity
                : text.SequenceEqual("-Infinity"u8) ? double.NegativeInfinity : 0;
            if (value != 0)
            {
                return true;
            }
        }

        value = 0;
        return StartsAsNumber(text) && double.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint
            | NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out value) && double.IsFinite(value);
    }

    private static bool StartsAsNumber(ReadOnlySpan<byte> text) => text.Length > 0 && (text[0] == '-' || char.IsAsciiDigit((char)text[0]));
}
