using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using static Google.Protobuf.WireFormat;

namespace Fathom.Schema.Tests.Differential;

/// <summary>Random bytes of a message as a peer may send them: fields in any order and several times, messages and oneofs in parts, lists
/// packed and not, numbers that an enum does not know, fields of other wire types and unknown ones.</summary>
internal sealed class RandomWire(DescriptorSet types, Random random)
{
    private const int MaxDepth = 4;
    private const int UnknownField = 6000;

    private static readonly string[] Texts = ["", "a", "naïve", "日本語", "\U0001F600", "a\"b\\c\n\u0001'", new('x', 200), "\u2028"];

    private int _budget;

    /// <summary>Whether the last message has what Google.Protobuf's C# reads otherwise than the other languages: a number that a closed
    /// enum does not know, which it keeps, or an extension of another wire type, which it takes for its own.</summary>
    public bool IsBeyondGoogle { get; private set; }

    public byte[] Make(MessageDescriptor type)
    {
        (_budget, IsBeyondGoogle) = (60, false);
        return Message(type, 0);
    }

    private byte[] Message(MessageDescriptor type, int depth) => Written(output =>
    {
        FieldDescriptor[] fields = [.. type.Fields.InDeclarationOrder().Concat(types.ExtensionsOf(type))];
        foreach (var field in fields.Where(f => f.IsRequired))
        {
            output.WriteTag(field.FieldNumber, Kind(field));
            Value(field, depth, output);
        }

        for (var left = random.Next(2 + fields.Length); left > 0 && fields.Length > 0 && _budget > 0; left--)
        {
            var field = fields[random.Next(fields.Length)];
            if (depth < MaxDepth || field.FieldType is not (FieldType.Message or FieldType.Group))
            {
                Field(field, depth, output);
            }
        }
    });

    private void Field(FieldDescriptor field, int depth, CodedOutputStream output)
    {
        _budget--;
        switch (random.Next(16))
        {
            case 0:
                Other(UnknownField + random.Next(3), WireType.Varint, output);
                return;
            case 1:
                // A wire type that no field of the type has.
                IsBeyondGoogle |= field.IsExtension;
                Other(field.FieldNumber, Kind(field) == WireType.Fixed64 ? WireType.Fixed32 : WireType.Fixed64, output);
                return;
        }

        if (field.IsMap)
        {
            output.WriteTag(field.FieldNumber, WireType.LengthDelimited);
            output.WriteBytes(ByteString.CopyFrom(Entry(field.MessageType, depth)));
        }
        else if (field.IsRepeated && FieldKinds.IsPackable(field) && random.Next(2) == 0)
        {
            output.WriteTag(field.FieldNumber, WireType.LengthDelimited);
            output.WriteBytes(ByteString.CopyFrom(Written(packed =>
            {
                for (var left = random.Next(4); left > 0; left--)
                {
                    Value(field, depth, packed);
                }
            })));
        }
        else
        {
            output.WriteTag(field.FieldNumber, Kind(field));
            Value(field, depth, output);
        }
    }

    private byte[] Entry(MessageDescriptor entry, int depth) => Written(output =>
    {
        // In any order, and absent: a message may have required fields.
        foreach (var field in entry.Fields.InDeclarationOrder().OrderBy(_ => random.Next())
            .Where(f => f.FieldType == FieldType.Message || random.Next(5) > 0))
        {
            output.WriteTag(field.FieldNumber, Kind(field));
            Value(field, depth, output);
        }
    });

    private void Value(FieldDescriptor field, int depth, CodedOutputStream output)
    {
        var bits = (ulong)random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
        switch (field.FieldType)
        {
            case FieldType.Message:
                output.WriteBytes(ByteString.CopyFrom(Message(field.MessageType, depth + 1)));
                break;
            case FieldType.Group:
                foreach (var part in Message(field.MessageType, depth + 1))
                {
                    output.WriteRawTag(part);
                }

                output.WriteTag(field.FieldNumber, WireType.EndGroup);
                break;
            case FieldType.String:
                output.WriteString(Texts[random.Next(Texts.Length)]);
                break;
            case FieldType.Bytes:
                output.WriteBytes(ByteString.CopyFrom(BitConverter.GetBytes(bits), 0, random.Next(8)));
                break;
            case FieldType.Double:
                output.WriteDouble(Floating());
                break;
            case FieldType.Float:
                output.WriteFloat((float)Floating());
                break;
            case FieldType.Fixed32 or FieldType.SFixed32:
                output.WriteFixed32((uint)bits);
                break;
            case FieldType.Fixed64 or FieldType.SFixed64:
                output.WriteFixed64(bits);
                break;
            case FieldType.Enum:
                output.WriteEnum(EnumNumber(field));
                break;
            default:
                // Of 64 bits for fields of 32 and for bool, too: readers cut it.
                output.WriteUInt64(bits);
                break;
        }
    }

    private int EnumNumber(FieldDescriptor field)
    {
        if (random.Next(6) > 0)
        {
            return field.EnumType.Values[random.Next(field.EnumType.Values.Count)].Number;
        }

        IsBeyondGoogle |= ClosedEnums.IsOf(field);
        return 77;
    }

    // Without -0, which Google.Protobuf's C# does not write.
    private double Floating() => random.Next(6) switch
    {
        0 => double.NaN,
        1 => double.NegativeInfinity,
        2 => 0,
        _ => (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(30)),
    };

    private static void Other(int number, WireType kind, CodedOutputStream output)
    {
        output.WriteTag(number, kind);
        if (kind == WireType.Fixed32)
        {
            output.WriteFixed32(7);
        }
        else if (kind == WireType.Fixed64)
        {
            output.WriteFixed64(7);
        }
        else
        {
            output.WriteUInt64(7);
        }
    }

    private static WireType Kind(FieldDescriptor field) => field.FieldType switch
    {
        FieldType.Group => WireType.StartGroup,
        FieldType.Message or FieldType.String or FieldType.Bytes => WireType.LengthDelimited,
        FieldType.Double or FieldType.Fixed64 or FieldType.SFixed64 => WireType.Fixed64,
        FieldType.Float or FieldType.Fixed32 or FieldType.SFixed32 => WireType.Fixed32,
        _ => WireType.Varint,
    };

    private static byte[] Written(Action<CodedOutputStream> write)
    {
        using var bytes = new MemoryStream();
        var output = new CodedOutputStream(bytes);
        write(output);
        output.Flush();
        return bytes.ToArray();
    }
}
