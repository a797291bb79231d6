using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldDescriptorProto.Types;

namespace Fathom.Schema.Tests.Differential;

/// <summary>A random file of proto2, proto3, edition 2023 or 2024: messages that nest each other, groups, oneofs, maps, open and closed
/// enums, and extensions from several scopes.</summary>
internal sealed class RandomSchema
{
    private const int Forms = 4;

    private const int MessageCount = 4;
    private const int FirstExtension = 100;

    private static readonly FieldDescriptorProto.Types.Type[] Scalars =
        [.. Enum.GetValues<FieldDescriptorProto.Types.Type>().Where(t => t is not (FieldDescriptorProto.Types.Type.Message
            or FieldDescriptorProto.Types.Type.Group or FieldDescriptorProto.Types.Type.Enum))];

    private static readonly FieldDescriptorProto.Types.Type[] Keys =
        [.. Scalars.Where(t => t is not (FieldDescriptorProto.Types.Type.Double or FieldDescriptorProto.Types.Type.Float
            or FieldDescriptorProto.Types.Type.Bytes))];

    private readonly Random _random;
    private readonly int _form;
    private readonly List<bool> _isClosed = [];
    private int _names;

    public RandomSchema(int seed)
    {
        _random = new Random(seed);
        (Seed, _form) = (seed, seed % Forms);
        Package = $"s{seed}";
        File = new FileDescriptorProto
        {
            Name = $"s{seed}.proto", Package = Package, Syntax = _form switch { 0 => "proto2", 1 => "proto3", _ => "editions" },
            Options = new Google.Protobuf.Reflection.FileOptions { CsharpNamespace = $"S{seed}" },
        };
        if (_form >= 2)
        {
            File.Edition = _form == 2 ? Edition._2023 : Edition._2024;
        }

        File.EnumType.Add(Enumerable.Range(0, 3).Select(NewEnum));
        File.MessageType.Add(Enumerable.Range(0, MessageCount).Select(i => new DescriptorProto { Name = $"M{i}" }));
        foreach (var message in File.MessageType)
        {
            Fill(message);
        }

        if (_form != 1)
        {
            Extend();
        }

        // One run of protoc reads many messages.
        File.MessageType.Add(new DescriptorProto { Name = "Batch", Field = { new FieldDescriptorProto
            { Name = "items", Number = 1, Label = Label.Repeated, Type = FieldDescriptorProto.Types.Type.Message, TypeName = Root } } });
    }

    public int Seed { get; }

    public string Package { get; }

    public FileDescriptorProto File { get; }

    private string Root => $".{Package}.M0";

    private EnumDescriptorProto NewEnum(int index)
    {
        var closed = _form == 0 || (_form >= 2 && _random.Next(2) == 0);
        _isClosed.Add(closed);
        int[] numbers = closed && _random.Next(2) == 0 ? [3, 1, -2] : [0, 5, -1];
        var type = new EnumDescriptorProto { Name = $"E{index}" };
        type.Value.Add(numbers.Select((n, i) => new EnumValueDescriptorProto { Name = $"E{index}_V{i}", Number = n }));
        if (_form >= 2 && closed)
        {
            type.Options = new EnumOptions { Features = new FeatureSet { EnumType = FeatureSet.Types.EnumType.Closed } };
        }

        return type;
    }

    private void Fill(DescriptorProto message)
    {
        var numbers = Enumerable.Range(1, 60).ToArray();
        _random.Shuffle(numbers);
        foreach (var number in numbers[..(3 + _random.Next(7))])
        {
            message.Field.Add(NewField(message.NestedType, $".{Package}.{message.Name}", number, isExtension: false));
        }

        Choose(message);
        if (_form != 1)
        {
            message.ExtensionRange.Add(new DescriptorProto.Types.ExtensionRange { Start = FirstExtension, End = 500 });
        }
        else
        {
            foreach (var field in message.Field.Where(f => f is { Label: Label.Optional, HasOneofIndex: false } && _random.Next(3) == 0))
            {
                (field.Proto3Optional, field.OneofIndex) = (true, message.OneofDecl.Count);
                message.OneofDecl.Add(new OneofDescriptorProto { Name = "_" + field.Name });
            }
        }
    }

    // Puts some of the fields into a oneof.
    private void Choose(DescriptorProto message)
    {
        var cases = message.Field.Where(f => f.Label == Label.Optional && f.Options?.Features is not { HasFieldPresence: true }).ToList();
        if (cases.Count < 2 || _random.Next(3) == 0)
        {
            return;
        }

        message.OneofDecl.Add(new OneofDescriptorProto { Name = "choice" });
        foreach (var field in cases.Take(4))
        {
            // A oneof's fields stand together.
            field.OneofIndex = 0;
            message.Field.Remove(field);
            message.Field.Add(field);
        }
    }

    // From the file, and from inside a message: their indices are those of the scope.
    private void Extend()
    {
        for (var i = 0; i < 12; i++)
        {
            var scope = File.MessageType[_random.Next(MessageCount)];
            var outside = _random.Next(2) == 0;
            var field = NewField(outside ? File.MessageType : scope.NestedType, outside ? $".{Package}" : $".{Package}.{scope.Name}",
                FirstExtension + i, isExtension: true);
            field.Extendee = i < 6 ? Root : $".{Package}.M{_random.Next(MessageCount)}";
            (outside ? File.Extension : scope.Extension).Add(field);
        }
    }

    private FieldDescriptorProto NewField(ICollection<DescriptorProto> nested, string scope, int number, bool isExtension)
    {
        var name = $"f{_names++}";
        var field = new FieldDescriptorProto
        {
            Name = name, Number = number, Label = _random.Next(3) == 0 ? Label.Repeated : Label.Optional,
            Type = Scalars[_random.Next(Scalars.Length)],
        };
        switch (_random.Next(8))
        {
            case 0 or 1:
                (field.Type, field.TypeName) = (FieldDescriptorProto.Types.Type.Message, $".{Package}.M{_random.Next(MessageCount)}");
                Delimit(field);
                break;
            case 2:
                (field.Type, field.TypeName) = (FieldDescriptorProto.Types.Type.Enum, $".{Package}.E{_random.Next(_isClosed.Count)}");
                break;
            case 3 when _form == 0:
                var group = new DescriptorProto { Name = $"G{name[1..]}" };
                (field.Name, field.Type) = ($"g{name[1..]}", FieldDescriptorProto.Types.Type.Group);
                field.TypeName = $"{scope}.{group.Name}";
                group.Field.Add(NewField(group.NestedType, field.TypeName, 1, isExtension: false));
                group.Field.Add(NewField(group.NestedType, field.TypeName, 2, isExtension: false));
                nested.Add(group);
                return field;
            case 4 when !isExtension:
                nested.Add(Entry(field, scope));
                return field;
        }

        Refine(field, isExtension);
        return field;
    }

    private DescriptorProto Entry(FieldDescriptorProto field, string scope)
    {
        var value = new FieldDescriptorProto
            { Name = "value", Number = 2, Label = Label.Optional, Type = Scalars[_random.Next(Scalars.Length)] };
        switch (_random.Next(4))
        {
            case 0:
                (value.Type, value.TypeName) = (FieldDescriptorProto.Types.Type.Message, $".{Package}.M{_random.Next(MessageCount)}");
                break;
            case 1 when File.EnumType[_random.Next(File.EnumType.Count)] is { } type && type.Value[0].Number == 0:
                (value.Type, value.TypeName) = (FieldDescriptorProto.Types.Type.Enum, $".{Package}.{type.Name}");
                break;
        }

        var entry = new DescriptorProto
        {
            Name = $"F{field.Name[1..]}Entry", Options = new MessageOptions { MapEntry = true },
            Field = { new FieldDescriptorProto { Name = "key", Number = 1, Label = Label.Optional, Type = Keys[_random.Next(Keys.Length)] },
                value },
        };
        (field.Label, field.Type, field.TypeName) = (Label.Repeated, FieldDescriptorProto.Types.Type.Message, $"{scope}.{entry.Name}");
        return entry;
    }

    private void Delimit(FieldDescriptorProto field)
    {
        if (_form >= 2 && _random.Next(2) == 0)
        {
            Features(field).MessageEncoding = FeatureSet.Types.MessageEncoding.Delimited;
        }
    }

    // Presence and packing, as the form of the file says them.
    private void Refine(FieldDescriptorProto field, bool isExtension)
    {
        var isMessage = field.Type == FieldDescriptorProto.Types.Type.Message;
        var isNumber = !isMessage && field.Type is not (FieldDescriptorProto.Types.Type.String or FieldDescriptorProto.Types.Type.Bytes);
        if (field.Label == Label.Repeated)
        {
            var packed = _random.Next(2) == 0;
            if (isNumber && _form < 2)
            {
                field.Options = new FieldOptions { Packed = packed };
            }
            else if (isNumber && !packed)
            {
                Features(field).RepeatedFieldEncoding = FeatureSet.Types.RepeatedFieldEncoding.Expanded;
            }
        }
        else if (!isExtension && !isMessage && _random.Next(4) == 0)
        {
            var closed = field.TypeName.Length > 0 && _isClosed[field.TypeName[^1] - '0'];
            if (_form == 0 && !closed)
            {
                field.Label = Label.Required;
            }
            else if (_form >= 2 && !closed)
            {
                Features(field).FieldPresence = FeatureSet.Types.FieldPresence.Implicit;
            }
        }
    }

    private static FeatureSet Features(FieldDescriptorProto field)
    {
        field.Options ??= new FieldOptions();
        return field.Options.Features ??= new FeatureSet();
    }
}
