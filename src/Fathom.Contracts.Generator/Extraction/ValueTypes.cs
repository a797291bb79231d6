using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Maps the C# types of single values to protobuf types. Lists, maps and oneofs are not single values.</summary>
internal static class ValueTypes
{
    /// <summary>Returns the model of the value; null, with the problem, if the type is not supported.</summary>
    public static ValueModel? Of(ITypeSymbol type, Encoding encoding, IAssemblySymbol own, out string problem)
    {
        problem = "";
        var value = Scalar(type, encoding) ?? Framework(type) ?? Declared(type, own, ref problem);
        if (value is null && problem.Length == 0)
        {
            problem = "numbers, bool, string, byte[], ReadOnlyMemory<byte>, enums, contracts, DateTime, DateTimeOffset, TimeSpan, and "
                + "lists and dictionaries of them are accepted";
        }

        return value;
    }

    /// <summary>Returns why an encoding does not apply to a type; null if it does.</summary>
    public static string? EncodingProblem(ITypeSymbol type, Encoding encoding) => (encoding, type.SpecialType) switch
    {
        (Encoding.Varint, _) => null,
        (_, SpecialType.System_Int32 or SpecialType.System_Int64) => null,
        (Encoding.Fixed, SpecialType.System_UInt32 or SpecialType.System_UInt64) => null,
        (Encoding.ZigZag, SpecialType.System_UInt32 or SpecialType.System_UInt64) => "zig-zag is for signed integers",
        _ => "only int, long, uint and ulong have several encodings",
    };

    private static ValueModel? Scalar(ITypeSymbol type, Encoding encoding) => type.SpecialType switch
    {
        SpecialType.System_Boolean => Number("Bool", "bool", "bool", 0),
        SpecialType.System_Single => Number("Float", "float", "float", 5),
        SpecialType.System_Double => Number("Double", "double", "double", 1),
        SpecialType.System_SByte => Number("Int32", "sbyte", "int32", 0, new ValueRange(sbyte.MinValue, sbyte.MaxValue)),
        SpecialType.System_Int16 => Number("Int32", "short", "int32", 0, new ValueRange(short.MinValue, short.MaxValue)),
        SpecialType.System_Byte => Number("UInt32", "byte", "uint32", 0, new ValueRange(0, byte.MaxValue)),
        SpecialType.System_UInt16 => Number("UInt32", "ushort", "uint32", 0, new ValueRange(0, ushort.MaxValue)),
        SpecialType.System_Int32 => Integer("Int32", "int", encoding, signed: true, 5),
        SpecialType.System_UInt32 => Integer("UInt32", "uint", encoding, signed: false, 5),
        SpecialType.System_Int64 => Integer("Int64", "long", encoding, signed: true, 1),
        SpecialType.System_UInt64 => Integer("UInt64", "ulong", encoding, signed: false, 1),
        SpecialType.System_String => new ValueModel(ValueKind.String, "String", "string", "string", 2),
        _ => null,
    };

    private static ValueModel Number(string codec, string type, string proto, int wireType, ValueRange? range = null) =>
        new(ValueKind.Number, codec, type, proto, wireType, range);

    private static ValueModel Integer(string name, string type, Encoding encoding, bool signed, int fixedWireType)
    {
        var width = name.EndsWith("32", StringComparison.Ordinal) ? "32" : "64";
        return encoding switch
        {
            Encoding.ZigZag => Number("SInt" + width, type, "sint" + width, 0),
            Encoding.Fixed => Number((signed ? "SFixed" : "Fixed") + width, type, (signed ? "sfixed" : "fixed") + width, fixedWireType),
            _ => Number(name, type, name.ToLowerInvariant(), 0),
        };
    }

    private static ValueModel? Framework(ITypeSymbol type) => KnownTypes.FullName(type) switch
    {
        "byte[]" => new ValueModel(ValueKind.Bytes, "Bytes", "byte[]", "bytes", 2),
        "global::System.ReadOnlyMemory<byte>" => new ValueModel(
            ValueKind.Memory, "Memory", "global::System.ReadOnlyMemory<byte>", "bytes", 2),
        "global::System.DateTime" => WellKnown("Timestamp", "global::System.DateTime", "Timestamp"),
        "global::System.DateTimeOffset" => WellKnown("TimestampOffset", "global::System.DateTimeOffset", "Timestamp"),
        "global::System.TimeSpan" => WellKnown("Duration", "global::System.TimeSpan", "Duration"),
        _ => null,
    };

    private static ValueModel WellKnown(string codec, string type, string message) =>
        new(ValueKind.WellKnown, codec, type, "google.protobuf." + message, 2);

    private static ValueModel? Declared(ITypeSymbol type, IAssemblySymbol own, ref string problem)
    {
        if (type is not INamedTypeSymbol named)
        {
            return null;
        }

        if (named is { TypeKind: TypeKind.Enum, EnumUnderlyingType: { } underlying })
        {
            return EnumTypes.Of(named, underlying, own, ref problem);
        }

        if (Contracts.IsOneOf(named))
        {
            problem = "a [OneOf] is a member of its own, without a number, a list or a map around it";
            return null;
        }

        if (!Contracts.IsContract(named))
        {
            if (named.TypeKind == TypeKind.Class && SymbolEqualityComparer.Default.Equals(named.ContainingAssembly, own))
            {
                problem = "it is no contract; mark it [Contract] and give its members numbers";
            }

            return null;
        }

        return new ValueModel(ValueKind.Message, "", KnownTypes.FullName(named), Packages.NameOf(named), 2,
            Origin: Packages.OriginOf(named, own));
    }
}
