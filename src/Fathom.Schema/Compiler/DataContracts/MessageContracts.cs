using Fathom.Schema.Faults;
using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldDescriptorProto.Types;
using FieldType = Google.Protobuf.Reflection.FieldDescriptorProto.Types.Type;

namespace Fathom.Schema.Compiler.DataContracts;

/// <summary>The messages and enums of data contracts, as far as services use them.</summary>
internal sealed class MessageContracts(ClrAssemblies assemblies)
{
    /// <summary>The file of all messages.</summary>
    public const string FileName = "contracts.proto";

    private const string Package = "contracts";

    private static readonly string[] Contracts =
        ["ProtoBuf.ProtoContractAttribute", "System.Runtime.Serialization.DataContractAttribute"];

    private static readonly string[] Lists =
    [
        ClrType.Array, "System.Collections.Generic.List`1", "System.Collections.Generic.IList`1",
        "System.Collections.Generic.ICollection`1", "System.Collections.Generic.IEnumerable`1",
        "System.Collections.Generic.IReadOnlyList`1",
        "System.Collections.Generic.IReadOnlyCollection`1", "System.Collections.Generic.HashSet`1", "System.Collections.Generic.ISet`1",
        "System.Collections.Immutable.ImmutableArray`1", "System.Collections.Immutable.ImmutableList`1",
    ];

    private static readonly string[] Maps =
    [
        "System.Collections.Generic.Dictionary`2", "System.Collections.Generic.IDictionary`2",
        "System.Collections.Generic.IReadOnlyDictionary`2",
    ];

    private readonly FileDescriptorProto _file = new()
    {
        Name = FileName, Package = Package, Syntax = "proto3",
        Dependency = { BclFile.Name, "google/protobuf/timestamp.proto", "google/protobuf/duration.proto" },
    };

    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);
    private readonly HashSet<string> _symbols = new(StringComparer.Ordinal);

    /// <summary>The file, once all services have named their messages.</summary>
    public FileDescriptorProto File() => _file;

    /// <summary>The name of a message's descriptor, with a dot before it; null for a type that is no contract.</summary>
    public string? NameOf(ClrType type)
    {
        if (type.Arguments.Length > 0 || assemblies.Find(type.Name) is not { IsEnum: false } found)
        {
            return null;
        }

        // A message of an inherited contract is one of its base, which has it as a field.
        while (found.BaseName is { } name && assemblies.Find(name) is { } parent && Includes(parent).Any(i => i.Type == found.Name))
        {
            found = parent;
        }

        return found.Attributes.Any(a => Contracts.Contains(a.Name)) ? Message(found) : null;
    }

    private string Message(ClrDefinition type)
    {
        if (_names.TryGetValue(type.Name, out var known))
        {
            return known;
        }

        var message = new DescriptorProto { Name = Unique(type.SimpleName, type) };
        var full = _names[type.Name] = $".{Package}.{message.Name}";
        _file.MessageType.Add(message);
        if (type.Attributes.FirstOrDefault(a => a.Name == Contracts[0])?.Named("ImplicitFields") is int and not 0)
        {
            throw SchemaException.Input($"the contract {type.Name} numbers its fields by ImplicitFields; accepted: [ProtoMember(1)] or "
                + "[DataMember(Order = 1)], or --proto with the text of protobuf-net's Serializer.GetProto");
        }

        foreach (var (name, member, attributes) in type.Members)
        {
            if (Number(attributes) is var (number, given, format))
            {
                message.Field.Add(Field(message, given ?? name, number, member, format, type));
            }
        }

        foreach (var (number, derived) in Includes(type))
        {
            if (assemblies.Find(derived) is { } found)
            {
                message.Field.Add(new FieldDescriptorProto { Name = found.SimpleName, Number = number, Label = Label.Optional,
                    Type = FieldType.Message, TypeName = Message(found) });
            }
        }

        return full;
    }

    private static (int Number, string? Name, int Format)? Number(IReadOnlyList<ClrAttribute> attributes)
    {
        if (attributes.FirstOrDefault(a => a.Name == "ProtoBuf.ProtoMemberAttribute") is { } proto)
        {
            return ((int)proto.At(0)!, proto.Named("Name") as string, proto.Named("DataFormat") as int? ?? 0);
        }

        return attributes.FirstOrDefault(a => a.Name == "System.Runtime.Serialization.DataMemberAttribute") is { } data
            && data.Named("Order") is int order and > 0 ? (order, data.Named("Name") as string, 0) : null;
    }

    private static IEnumerable<(int Number, string Type)> Includes(ClrDefinition type) => type.Attributes
        .Where(a => a.Name == "ProtoBuf.ProtoIncludeAttribute")
        .Select(a => ((int)a.At(0)!, a.At(1) is ClrType known ? known.Name : a.At(1) as string ?? ""));

    private FieldDescriptorProto Field(
        DescriptorProto message, string name, int number, ClrType type, int format, ClrDefinition owner)
    {
        var field = new FieldDescriptorProto { Name = name, Number = number, Label = Label.Optional };
        if (Maps.Contains(type.Name))
        {
            var entry = new DescriptorProto { Name = $"{name}Entry", Options = new MessageOptions { MapEntry = true } };
            entry.Field.Add(Field(message, "key", 1, type.Arguments[0], 0, owner));
            entry.Field.Add(Field(message, "value", 2, type.Arguments[1], 0, owner));
            message.NestedType.Add(entry);
            (field.Label, field.Type, field.TypeName) = (Label.Repeated, FieldType.Message, $".{Package}.{message.Name}.{entry.Name}");
            return field;
        }

        if (Lists.Contains(type.Name) && type.Arguments[0].Name != "System.Byte")
        {
            field.Label = Label.Repeated;
            type = type.Arguments[0];
        }
        else if (type.Name == "System.Nullable`1")
        {
            type = type.Arguments[0];
        }

        (field.Type, var reference) = TypeOf(type, format, owner, name);
        if (reference is not null)
        {
            field.TypeName = reference;
        }

        return field;
    }

    private (FieldType Type, string? Reference) TypeOf(ClrType type, int format, ClrDefinition owner, string member)
    {
        // DataFormat of protobuf-net: 1 ZigZag, 3 FixedSize, 5 WellKnown.
        return (type.Name, format) switch
        {
            ("System.Boolean", _) => (FieldType.Bool, null),
            ("System.String" or "System.Uri", _) => (FieldType.String, null),
            (ClrType.Array, _) when type.Arguments[0].Name == "System.Byte" => (FieldType.Bytes, null),
            ("System.Single", _) => (FieldType.Float, null),
            ("System.Double", _) => (FieldType.Double, null),
            ("System.Int32" or "System.Int16" or "System.SByte", 1) => (FieldType.Sint32, null),
            ("System.Int32" or "System.Int16" or "System.SByte", 3) => (FieldType.Sfixed32, null),
            ("System.Int32" or "System.Int16" or "System.SByte", _) => (FieldType.Int32, null),
            ("System.UInt32" or "System.UInt16" or "System.Byte" or "System.Char", 3) => (FieldType.Fixed32, null),
            ("System.UInt32" or "System.UInt16" or "System.Byte" or "System.Char", _) => (FieldType.Uint32, null),
            ("System.Int64", 1) => (FieldType.Sint64, null),
            ("System.Int64", 3) => (FieldType.Sfixed64, null),
            ("System.Int64", _) => (FieldType.Int64, null),
            ("System.UInt64", 3) => (FieldType.Fixed64, null),
            ("System.UInt64", _) => (FieldType.Uint64, null),
            ("System.DateTime", 5) => (FieldType.Message, ".google.protobuf.Timestamp"),
            ("System.TimeSpan", 5) => (FieldType.Message, ".google.protobuf.Duration"),
            ("System.DateTime" or "System.TimeSpan" or "System.Decimal" or "System.Guid", _) =>
                (FieldType.Message, $".bcl.{type.Name["System.".Length..]}"),
            _ when assemblies.Find(type.Name) is { IsEnum: true } found => (FieldType.Enum, Enum(found)),
            _ => (FieldType.Message, NameOf(type) ?? throw SchemaException.Input($"the contract {owner.Name} has a member '{member}' of "
                + $"type {type.Name}, which is no contract that can be read; accepted: numbers, text, bytes, enums, contracts, and lists "
                + "and dictionaries of them")),
        };
    }

    private string Enum(ClrDefinition type)
    {
        if (_names.TryGetValue(type.Name, out var known))
        {
            return known;
        }

        var declared = new EnumDescriptorProto { Name = Unique(type.SimpleName, type), Options = new EnumOptions { AllowAlias = true } };
        // In proto3 the first value is zero; values share their names with all enums of the file.
        var values = type.Values.OrderBy(v => v.Number != 0).ToList();
        if (values.Count == 0 || values[0].Number != 0)
        {
            values.Insert(0, ("ZERO", 0));
        }

        if (values.DistinctBy(v => v.Number).Count() == values.Count)
        {
            declared.Options = null;
        }

        declared.Value.Add(values.Select(v => new EnumValueDescriptorProto { Name = Unique(v.Name, type), Number = v.Number }));
        _file.EnumType.Add(declared);
        return _names[type.Name] = $".{Package}.{declared.Name}";
    }

    // One file has all: what has the name of another has its type before it.
    private string Unique(string name, ClrDefinition type)
    {
        var unique = _symbols.Add(name) ? name : $"{type.Name.Replace('.', '_').Replace('+', '_')}_{name}";
        _symbols.Add(unique);
        return unique;
    }
}
