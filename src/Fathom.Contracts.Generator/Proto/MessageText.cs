using System.Text;
using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>Writes a message as .proto text, with its fields in ascending order of number.</summary>
internal static class MessageText
{
    public static void Append(StringBuilder text, ContractModel contract)
    {
        text.Append("\nmessage ").Append(contract.ProtoName).Append(" {\n");
        foreach (var member in contract.Members.OrderBy(m => m.Fields.Min(f => f.Number)))
        {
            if (member is OneofMember oneof)
            {
                AppendOneof(text, contract, oneof);
            }
            else
            {
                AppendField(text, "  ", TypeOf(contract, member), member.Fields.First());
            }
        }

        text.Append("}\n");
    }

    private static void AppendOneof(StringBuilder text, ContractModel contract, OneofMember oneof)
    {
        text.Append("  oneof ").Append(oneof.ProtoName).Append(" {\n");
        foreach (var model in oneof.Cases)
        {
            AppendField(text, "    ", NameOf(contract, model.Value), model.Field);
        }

        text.Append("  }\n");
    }

    private static void AppendField(StringBuilder text, string indent, string type, FieldModel field) =>
        text.Append(indent).Append(type).Append(' ').Append(field.ProtoName).Append(" = ").Append(field.Number).Append(";\n");

    private static string TypeOf(ContractModel contract, MemberModel member) => member switch
    {
        RepeatedMember repeated => "repeated " + NameOf(contract, repeated.Element),
        MapMember map => $"map<{NameOf(contract, map.Key)}, {NameOf(contract, map.Value)}>",
        // A field of a message type always has presence; proto3 needs no "optional" for it.
        SingularMember { IsNullable: true, Value.Kind: not (ValueKind.Message or ValueKind.WellKnown) } singular =>
            "optional " + NameOf(contract, singular.Value),
        SingularMember singular => NameOf(contract, singular.Value),
        _ => throw new InvalidOperationException($"No text for {member.GetType().Name}."),
    };

    private static string NameOf(ContractModel contract, ValueModel value) => TypeNames.In(contract.Package, value);
}
