using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldDescriptorProto.Types;
using FieldType = Google.Protobuf.Reflection.FieldDescriptorProto.Types.Type;

namespace Fathom.Schema.Compiler.DataContracts;

/// <summary>protobuf-net's <c>protobuf-net/bcl.proto</c>: how it writes types of .NET that protobuf lacks.</summary>
internal static class BclFile
{
    public const string Name = "protobuf-net/bcl.proto";

    public static FileDescriptorProto Descriptor { get; } = new()
    {
        Name = Name, Package = "bcl", Syntax = "proto3",
        MessageType =
        {
            Message("TimeSpan", ("value", FieldType.Sint64), ("scale", FieldType.Enum)),
            Message("DateTime", ("value", FieldType.Sint64), ("scale", FieldType.Enum), ("kind", FieldType.Enum)),
            Message("Guid", ("lo", FieldType.Fixed64), ("hi", FieldType.Fixed64)),
            Message("Decimal", ("lo", FieldType.Uint64), ("hi", FieldType.Uint32), ("signScale", FieldType.Uint32)),
        },
        EnumType =
        {
            Enum("Scale", ("DAYS", 0), ("HOURS", 1), ("MINUTES", 2), ("SECONDS", 3), ("MILLISECONDS", 4), ("TICKS", 5), ("MINMAX", 15)),
            Enum("Kind", ("UNSPECIFIED", 0), ("UTC", 1), ("LOCAL", 2)),
        },
    };

    private static DescriptorProto Message(string name, params (string Name, FieldType Type)[] fields)
    {
        var message = new DescriptorProto { Name = name };
        for (var i = 0; i < fields.Length; i++)
        {
            var field = new FieldDescriptorProto { Name = fields[i].Name, Number = i + 1, Label = Label.Optional, Type = fields[i].Type };
            if (field.Type == FieldType.Enum)
            {
                field.TypeName = field.Name == "kind" ? ".bcl.Kind" : ".bcl.Scale";
            }

            message.Field.Add(field);
        }

        return message;
    }

    private static EnumDescriptorProto Enum(string name, params (string Name, int Number)[] values) => new()
    {
        Name = name, Value = { values.Select(v => new EnumValueDescriptorProto { Name = v.Name, Number = v.Number }) },
    };
}
