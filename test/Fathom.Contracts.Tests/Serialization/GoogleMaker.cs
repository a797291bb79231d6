using System.Collections;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Random messages of Google.Protobuf, of any type, from its descriptor.</summary>
internal sealed class GoogleMaker(int seed)
{
    private const int MaxDepth = 5;

    private readonly EdgeValues _values = new(seed);
    private int _budget = 300;

    public T Make<T>()
        where T : IMessage, new()
    {
        var message = new T();
        Fill(message, 0);
        return message;
    }

    private void Fill(IMessage message, int depth)
    {
        foreach (var field in message.Descriptor.Fields.InFieldNumberOrder())
        {
            if (depth > MaxDepth || _budget < 0 || _values.OneIn(3)
                || (field.RealContainingOneof is { } oneof && oneof.Accessor.GetCaseFieldDescriptor(message) is not null))
            {
                continue;
            }

            if (field.IsMap)
            {
                FillMap((IDictionary)field.Accessor.GetValue(message), field.MessageType, depth);
            }
            else if (field.IsRepeated)
            {
                var list = (IList)field.Accessor.GetValue(message);
                for (var left = _values.Below(6); left > 0; left--)
                {
                    list.Add(Value(field, depth));
                }
            }
            else
            {
                field.Accessor.SetValue(message, Value(field, depth));
            }
        }
    }

    private void FillMap(IDictionary map, MessageDescriptor entry, int depth)
    {
        for (var left = _values.Below(6); left > 0; left--)
        {
            map[Value(entry.FindFieldByNumber(1), depth)] = Value(entry.FindFieldByNumber(2), depth);
        }
    }

    private object Value(FieldDescriptor field, int depth)
    {
        _budget--;
        var bits = _values.Bits();
        return field.FieldType switch
        {
            FieldType.Bool => (bits & 1) != 0,
            FieldType.Int32 or FieldType.SInt32 or FieldType.SFixed32 => Narrowed(field, (int)bits),
            FieldType.UInt32 or FieldType.Fixed32 => (uint)Narrowed(field, (int)bits),
            FieldType.Int64 or FieldType.SInt64 or FieldType.SFixed64 => (long)bits,
            FieldType.UInt64 or FieldType.Fixed64 => bits,
            FieldType.Float => (float)_values.Double(),
            FieldType.Double => _values.Double(),
            FieldType.String => _values.Text(),
            FieldType.Bytes => ByteString.CopyFrom(_values.Bytes()),
            FieldType.Enum => System.Enum.ToObject(field.EnumType.ClrType, Narrowed(field, (int)bits)),
            FieldType.Message => Message(field.MessageType, depth + 1),
            _ => throw new InvalidOperationException($"No value for {field.FieldType}."),
        };
    }

    // The contract Narrow has C# types that hold less; what is outside is another test's.
    private static int Narrowed(FieldDescriptor field, int value) =>
        field.ContainingType.Name == "Narrow" && field.Name != "day" ? value & 0x7F : value;

    private IMessage Message(MessageDescriptor type, int depth)
    {
        if (type == Timestamp.Descriptor)
        {
            return Timestamp.FromDateTime(_values.Moment());
        }

        if (type == Duration.Descriptor)
        {
            return Duration.FromTimeSpan(_values.Span());
        }

        var message = type.Parser.ParseFrom(ByteString.Empty);
        Fill(message, depth);
        return message;
    }
}
