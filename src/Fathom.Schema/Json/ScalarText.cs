using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Writes numbers, text, bytes and enums from wire format as JSON.</summary>
internal static class ScalarText
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static void Write(FieldDescriptor field, WireField value, Utf8JsonWriter writer)
    {
        switch (field.FieldType)
        {
            case FieldType.Bool:
                writer.WriteBooleanValue(value.Value != 0);
                break;
            case FieldType.String:
                writer.WriteStringValue(Utf8(value.Bytes.Span));
                break;
            case FieldType.Bytes:
                writer.WriteBase64StringValue(value.Bytes.Span);
                break;
            case FieldType.Enum:
                WriteEnum(field.EnumType, (int)value.Value, writer);
                break;
            case FieldType.Double:
                WriteFloating(BitConverter.UInt64BitsToDouble(value.Value), writer);
                break;
            case FieldType.Float:
                WriteSingle(BitConverter.UInt32BitsToSingle((uint)value.Value), writer);
                break;
            case FieldType.Int64 or FieldType.SInt64 or FieldType.SFixed64 or FieldType.UInt64 or FieldType.Fixed64:
                writer.WriteStringValue(Number(field.FieldType, value.Value));
                break;
            default:
                writer.WriteNumberValue(Int32(field.FieldType, value.Value));
                break;
        }
    }

    /// <summary>Whether a value is zero, false or empty. -0 is none of these.</summary>
    public static bool IsZero(FieldDescriptor field, WireField value) => value.Bytes.Length == 0 && field.FieldType switch
    {
        FieldType.Enum or FieldType.Int32 or FieldType.UInt32 or FieldType.SInt32 => (uint)value.Value == 0,
        _ => value.Value == 0,
    };

    /// <summary>The key of a map, which is always a string in JSON.</summary>
    public static string Key(FieldDescriptor key, WireField value) => key.FieldType switch
    {
        FieldType.Bool => value.Value != 0 ? "true" : "false",
        FieldType.String => Utf8(value.Bytes.Span),
        var type => Number(type, value.Value),
    };

    /// <summary>Text; bytes that are not UTF-8 are a <see cref="FormatException"/>.</summary>
    public static string Utf8(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return Strict.GetString(bytes);
        }
        catch (DecoderFallbackException e)
        {
            throw new FormatException("a string that is not UTF-8", e);
        }
    }

    /// <summary>The digits of a number without a fraction.</summary>
    public static string Number(FieldType type, ulong value) => type switch
    {
        FieldType.Int64 or FieldType.SFixed64 => ((long)value).ToString(CultureInfo.InvariantCulture),
        FieldType.SInt64 => ((long)(value >> 1) ^ -(long)(value & 1)).ToString(CultureInfo.InvariantCulture),
        FieldType.UInt64 or FieldType.Fixed64 => value.ToString(CultureInfo.InvariantCulture),
        _ => Int32(type, value).ToString(CultureInfo.InvariantCulture),
    };

    private static long Int32(FieldType type, ulong value) => type switch
    {
        FieldType.SInt32 => (int)((uint)value >> 1) ^ -(int)(value & 1),
        FieldType.UInt32 or FieldType.Fixed32 => (uint)value,
        _ => (int)value,
    };

    private static void WriteEnum(EnumDescriptor type, int number, Utf8JsonWriter writer)
    {
        if (type.FullName == "google.protobuf.NullValue")
        {
            writer.WriteNullValue();
        }
        else if (type.FindValueByNumber(number) is { } value)
        {
            writer.WriteStringValue(value.Name);
        }
        else
        {
            writer.WriteNumberValue(number);
        }
    }

    private static void WriteFloating(double value, Utf8JsonWriter writer)
    {
        if (double.IsFinite(value))
        {
            writer.WriteNumberValue(value);
        }
        else
        {
            writer.WriteStringValue(NotFinite(value));
        }
    }

    private static void WriteSingle(float value, Utf8JsonWriter writer)
    {
        if (float.IsFinite(value))
        {
            writer.WriteNumberValue(value);
        }
        else
        {
            writer.WriteStringValue(NotFinite(value));
        }
    }

    private static string NotFinite(double value) => double.IsNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}
