using Fathom.Contracts.Generator.Model;
using Fathom.Contracts.Generator.Proto;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Maps C# enums to protobuf enums, which are int32 and open: any number is a valid value.</summary>
internal static class EnumTypes
{
    public static ValueModel? Of(INamedTypeSymbol type, INamedTypeSymbol underlying, IAssemblySymbol own, ref string problem)
    {
        ValueRange? range = null;
        switch (underlying.SpecialType)
        {
            case SpecialType.System_Int32:
                break;
            case SpecialType.System_SByte:
                range = new ValueRange(sbyte.MinValue, sbyte.MaxValue);
                break;
            case SpecialType.System_Byte:
                range = new ValueRange(0, byte.MaxValue);
                break;
            case SpecialType.System_Int16:
                range = new ValueRange(short.MinValue, short.MaxValue);
                break;
            case SpecialType.System_UInt16:
                range = new ValueRange(0, ushort.MaxValue);
                break;
            default:
                problem = $"a protobuf enum has 32 bits and a sign, and '{underlying.ToDisplayString()}' holds more; base it on int";
                return null;
        }

        var name = Packages.NameOf(type);
        return new ValueModel(
            ValueKind.Enum, "Int32", KnownTypes.FullName(type), name, 0, range, Packages.OriginOf(type, own),
                new EnumModel(name, new(Values(type, name))));
    }

    // The first value of a proto3 enum must be 0, which is the value of an absent field.
    private static List<EnumValueModel> Values(INamedTypeSymbol type, string name)
    {
        var values = type.GetMembers().OfType<IFieldSymbol>().Where(f => f.HasConstantValue)
            .Select(f => new EnumValueModel(ProtoNames.EnumValue(name, f.Name),
                Convert.ToInt32(f.ConstantValue, System.Globalization.CultureInfo.InvariantCulture)))
            .ToList();
        var zero = values.FirstOrDefault(v => v.Number == 0) ?? new EnumValueModel(ProtoNames.EnumValue(name, "Unspecified"), 0);
        return [zero, .. values.Where(v => v != zero)];
    }
}
