using System.Collections;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Schema.Tests.Samples;

/// <summary>Random messages of any generated type, whose well-known parts have a JSON form.</summary>
internal sealed class RandomMessages(int seed)
{
    private const int MaxDepth = 4;

    private static readonly string[] Texts = ["", "a", "naïve", "日本語", "\U0001F600", "a\"b\\c\n\u0001", new('x', 200), "<&>'", "\u2028"];

    private readonly Random _random = new(seed);
    private int _budget = 200;

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
            if (depth > MaxDepth || _budget < 0 || _random.Next(3) == 0
                || (field.RealContainingOneof is { } oneof && oneof.Accessor.GetCaseFieldDescriptor(message) is not null))
            {
                continue;
            }

            if (field.IsMap)
            {
                var map = (IDictionary)field.Accessor.GetValue(message);
                for (var left = _random.Next(4); left > 0; left--)
                {
                    map[Value(field.MessageType.FindFieldByNumber(1), depth)] = Value(field.MessageType.FindFieldByNumber(2), depth);
                }
            }
            else if (field.IsRepeated)
            {
                var list = (IList)field.Accessor.GetValue(message);
                for (var left = _random.Next(5); left > 0; left--)
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

    private object Value(FieldDescriptor field, int depth)
    {
        _budget--;
        var bits = (ulong)_random.NextInt64(long.MinValue, long.MaxValue) >> _random.Next(64);
        return field.FieldType switch
        {
            FieldType.Bool => (bits & 1) != 0,
            FieldType.Int32 or FieldType.SInt32 or FieldType.SFixed32 => (int)bits,
            FieldType.UInt32 or FieldType.Fixed32 => (uint)bits,
            FieldType.Int64 or FieldType.SInt64 or FieldType.SFixed64 => (long)bits,
            FieldType.UInt64 or FieldType.Fixed64 => bits,
            FieldType.Float => (float)Double(),
            FieldType.Double => Double(),
            FieldType.String => Texts[_random.Next(Texts.Length)],
            FieldType.Bytes => ByteString.CopyFrom(RandomBytes()),
            FieldType.Enum => System.Enum.ToObject(field.EnumType.ClrType, field.EnumType.Name == "NullValue" ? 0
                : _random.Next(4) == 0 ? (int)bits : field.EnumType.Values[_random.Next(field.EnumType.Values.Count)].Number),
            FieldType.Message => Message(field.MessageType, depth + 1),
            _ => throw new InvalidOperationException($"No value for {field.FieldType}."),
        };
    }

    private object Message(MessageDescriptor type, int depth)
    {
        switch (type.FullName)
        {
            case "google.protobuf.Timestamp":
                return new Timestamp { Seconds = _random.NextInt64(-62_135_596_800, 253_402_300_800), Nanos = Nanos() };
            case "google.protobuf.Duration":
                var sign = _random.Next(2) == 0 ? 1 : -1;
                return new Duration { Seconds = sign * _random.NextInt64(0, 315_576_000_000), Nanos = sign * Nanos() };
            case "google.protobuf.FieldMask":
                return new FieldMask { Paths = { "user.display_name", "photo" } };
            case "google.protobuf.Value":
                return Json(depth);
            case "google.protobuf.ListValue":
                return new ListValue { Values = { Json(depth), Json(depth) } };
            case "google.protobuf.Struct":
                return new Struct { Fields = { ["a"] = Json(depth), ["b c"] = Json(depth) } };
            case "google.protobuf.Any":
                return _random.Next(2) == 0 ? Any.Pack(Make<Choice>()) : Any.Pack((IMessage)Message(Timestamp.Descriptor, depth));
        }

        // The library's own C# classes for wrapped values are the values.
        if (type.FullName.StartsWith("google.protobuf.", StringComparison.Ordinal) && type.FindFieldByName("value") is { } wrapped)
        {
            return Value(wrapped, depth);
        }

        var message = type.Parser.ParseFrom(ByteString.Empty);
        Fill(message, depth);
        return message;
    }

    private Value Json(int depth) => _random.Next(depth > 3 ? 4 : 6) switch
    {
        0 => Google.Protobuf.WellKnownTypes.Value.ForNull(),
        1 => Google.Protobuf.WellKnownTypes.Value.ForBool(true),
        2 => Google.Protobuf.WellKnownTypes.Value.ForNumber(_random.Next(1000) / 8.0),
        3 => Google.Protobuf.WellKnownTypes.Value.ForString(Texts[_random.Next(Texts.Length)]),
        4 => Google.Protobuf.WellKnownTypes.Value.ForList(Json(depth + 1)),
        _ => Google.Protobuf.WellKnownTypes.Value.ForStruct(new Struct { Fields = { ["x"] = Json(depth + 1) } }),
    };

    private int Nanos() => _random.Next(4) switch { 0 => 0, 1 => 500_000_000, 2 => 1000, _ => _random.Next(1_000_000_000) };

    // Without -0, which protobuf writes and Google.Protobuf's C# does not.
    private double Double() => _random.Next(6) switch
    {
        0 => 1,
        1 => double.NaN,
        2 => double.NegativeInfinity,
        3 => double.PositiveInfinity,
        _ => ((_random.NextDouble() + 0.01) * Math.Pow(10, _random.Next(30))),
    };

    private byte[] RandomBytes()
    {
        var bytes = new byte[_random.Next(40)];
        _random.NextBytes(bytes);
        return bytes;
    }
}
