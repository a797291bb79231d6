using System.Globalization;
using Fathom.Schema.Compiler.Parsing;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using Fathom.Schema.Wire;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Printing;

/// <summary>Options as .proto text has them, custom ones by the extensions of a set. Not thread-safe.</summary>
internal sealed class OptionText(DescriptorSet types)
{
    private const string Features = "features";
    private const string Unread = "uninterpreted_option";

    private readonly MessageTypes _types = new(types);

    /// <summary>A string in quotes.</summary>
    public static string Quote(string text) => $"\"{string.Concat(text.Select(Escape))}\"";

    /// <summary>The options that are set, <c>name = value</c> each, and why others are not among them.</summary>
    public (IReadOnlyList<string> Options, IReadOnlyList<string> Lost) Of(IMessage? options)
    {
        if (options is null)
        {
            return ([], []);
        }

        var (found, lost, unknown) = (new List<string>(), new List<string>(), new SortedSet<int>());
        var fields = Collect(options.Descriptor, options.ToByteArray(), unknown);
        foreach (var field in Set(options.Descriptor, fields).Where(f => f.Name != Unread))
        {
            try
            {
                found.AddRange(field.Name == Features && !field.IsExtension
                    ? Parts(Features, field.MessageType, fields.Merged(field), unknown)
                    : Values(field, fields, unknown, 0).Select(value => $"{NameOf(field)} = {value}"));
            }
            catch (FormatException e)
            {
                lost.Add($"the option {NameOf(field)} cannot be read: {e.Message}");
            }
        }

        lost.AddRange(unknown.Select(number => $"nothing known extends options by the field {number}"));
        return (found, lost);
    }

    // Features are set one by one: features.(pb.cpp).string_type = VIEW.
    private IEnumerable<string> Parts(string prefix, MessageDescriptor type, ReadOnlyMemory<byte> bytes, SortedSet<int> unknown)
    {
        var fields = Collect(type, bytes, unknown);
        return Set(type, fields).SelectMany(field => field is { FieldType: FieldType.Message, IsRepeated: false }
            ? Parts($"{prefix}.{NameOf(field)}", field.MessageType, fields.Merged(field), unknown)
            : Values(field, fields, unknown, 0).Select(value => $"{prefix}.{NameOf(field)} = {value}"));
    }

    private IEnumerable<string> Values(FieldDescriptor field, CollectedFields fields, SortedSet<int> unknown, int depth)
    {
        var isMessage = field.FieldType is FieldType.Message or FieldType.Group;
        return field.IsRepeated ? fields.All(field).Select(v => isMessage ? Message(v.Bytes) : Scalar(field, v))
            : [isMessage ? Message(fields.Merged(field)) : Scalar(field, fields.Last(field))];

        string Message(ReadOnlyMemory<byte> bytes) => Literal(field.MessageType, bytes, unknown, depth + 1);
    }

    // protobuf's text format.
    private string Literal(MessageDescriptor type, ReadOnlyMemory<byte> bytes, SortedSet<int> unknown, int depth)
    {
        if (depth > JsonEncoder.MaxDepth)
        {
            throw new FormatException($"messages nested deeper than {JsonEncoder.MaxDepth}");
        }

        var fields = Collect(type, bytes, unknown);
        return $"{{ {string.Concat(Set(type, fields).SelectMany(field =>
            Values(field, fields, unknown, depth).Select(value => $"{LiteralName(field)}: {value} ")))}}}";
    }

    private CollectedFields Collect(MessageDescriptor type, ReadOnlyMemory<byte> bytes, SortedSet<int> unknown) =>
        new(_types.FieldsOf(type), bytes, unknown);

    private FieldDescriptor[] Set(MessageDescriptor type, CollectedFields fields) =>
        [.. _types.FieldsOf(type).InNumberOrder.Where(fields.Has)];

    private static string NameOf(FieldDescriptor field) => field.IsExtension ? $"({field.FullName})" : field.Name;

    // A group is named by its type.
    private static string LiteralName(FieldDescriptor field) => field.IsExtension ? $"[{field.FullName}]"
        : field.FieldType == FieldType.Group && string.Equals(field.Name, field.MessageType.Name, StringComparison.OrdinalIgnoreCase)
            ? field.MessageType.Name : field.Name;

    private static string Scalar(FieldDescriptor field, WireField value) => field.FieldType switch
    {
        FieldType.Bool => value.Value != 0 ? "true" : "false",
        FieldType.String => Quote(ScalarText.Utf8(value.Bytes.Span)),
        FieldType.Bytes => $"\"{ProtoEscapes.Write(value.Bytes.Span)}\"",
        FieldType.Enum => field.EnumType.FindValueByNumber((int)value.Value)?.Name
            ?? ((int)value.Value).ToString(CultureInfo.InvariantCulture),
        FieldType.Double => Floating(BitConverter.UInt64BitsToDouble(value.Value)),
        FieldType.Float => Floating(BitConverter.UInt32BitsToSingle((uint)value.Value)),
        var type => ScalarText.Number(type, value.Value),
    };

    private static string Floating<T>(T value) where T : System.Numerics.IFloatingPointIeee754<T> =>
        T.IsNaN(value) ? "nan" : T.IsPositiveInfinity(value) ? "inf" : T.IsNegativeInfinity(value) ? "-inf"
            : value.ToString("R", CultureInfo.InvariantCulture);

    private static string Escape(char c) => c switch
    {
        '"' or '\\' => $"\\{c}",
        '\n' => "\\n",
        < ' ' or '\x7f' => $"\\{Convert.ToString(c, 8).PadLeft(3, '0')}",
        _ => c.ToString(),
    };
}
