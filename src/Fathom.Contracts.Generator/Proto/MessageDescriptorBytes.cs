using System.Text;
using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>Writes a contract as <c>google.protobuf.DescriptorProto</c>, with its fields in the order of
/// <see cref="MessageText"/>.</summary>
internal static class MessageDescriptorBytes
{
    private const int Optional = 1;
    private const int Repeated = 3;
    private const int MessageType = 11;

    private static readonly Dictionary<string, int> ScalarTypes = new()
    {
        ["double"] = 1, ["float"] = 2, ["int64"] = 3, ["uint64"] = 4, ["int32"] = 5, ["fixed64"] = 6, ["fixed32"] = 7, ["bool"] = 8,
        ["string"] = 9, ["bytes"] = 12, ["uint32"] = 13, ["sfixed32"] = 15, ["sfixed64"] = 16, ["sint32"] = 17, ["sint64"] = 18,
    };

    public static DescriptorMessage Of(ContractModel contract)
    {
        var message = new DescriptorMessage().Add(1, contract.ProtoName);
        var members = contract.Members.OrderBy(m => m.Fields.Min(f => f.Number)).ToList();
        var oneofs = members.OfType<OneofMember>().Select(o => o.ProtoName).ToList();
        foreach (var member in members)
        {
            foreach (var field in FieldsOf(contract, member, oneofs))
            {
                message.Add(2, field);
            }
        }

        foreach (var map in members.OfType<MapMember>())
        {
            message.Add(3, EntryOf(contract, map));
        }

        foreach (var oneof in oneofs)
        {
            message.Add(8, new DescriptorMessage().Add(1, oneof));
        }

        return message;
    }

    // A field with "optional" is the only one of a oneof of its own, which follows the declared ones.
    private static IEnumerable<DescriptorMessage> FieldsOf(ContractModel contract, MemberModel member, List<string> oneofs)
    {
        switch (member)
        {
            case OneofMember oneof:
                foreach (var model in oneof.Cases)
                {
                    yield return FieldOf(contract, model.Field, Optional, model.Value, oneofs.IndexOf(oneof.ProtoName));
                }

                break;
            case RepeatedMember repeated:
                yield return FieldOf(contract, repeated.Field, Repeated, repeated.Element);
                break;
            case MapMember map:
                yield return Start(map.Field, Repeated, MessageType)
                    .Add(6, $".{Prefix(contract.Package)}{contract.ProtoName}.{EntryName(map.Field)}");
                break;
            case SingularMember { IsNullable: true, Value.Kind: not (ValueKind.Message or ValueKind.WellKnown) } singular:
                oneofs.Add("_" + singular.Field.ProtoName);
                yield return FieldOf(contract, singular.Field, Optional, singular.Value, oneofs.Count - 1).Add(17, true);
                break;
            case SingularMember singular:
                yield return FieldOf(contract, singular.Field, Optional, singular.Value);
                break;
        }
    }

    private static DescriptorMessage FieldOf(ContractModel contract, FieldModel field, int label, ValueModel value, int? oneof = null)
    {
        var message = Start(field, label, TypeOf(value));
        if (TypeOf(value) is 11 or 14)
        {
            message.Add(6, value is { Enum: not null, Origin.IsOwn: false }
                ? $".{Prefix(contract.Package)}{value.ProtoType}"
                : TypeNames.FromRoot(value));
        }

        if (oneof is { } index)
        {
            message.Add(9, index);
        }

        return message;
    }

    private static DescriptorMessage EntryOf(ContractModel contract, MapMember map) => new DescriptorMessage()
        .Add(1, EntryName(map.Field))
        .Add(2, FieldOf(contract, new FieldModel(1, "key"), Optional, map.Key))
        .Add(2, FieldOf(contract, new FieldModel(2, "value"), Optional, map.Value))
        .Add(7, new DescriptorMessage().Add(7, true));

    private static DescriptorMessage Start(FieldModel field, int label, int type) =>
        new DescriptorMessage().Add(1, field.ProtoName).Add(3, field.Number).Add(4, label).Add(5, type);

    private static int TypeOf(ValueModel value) =>
        value.Enum is not null ? 14 : ScalarTypes.TryGetValue(value.ProtoType, out var type) && value.Origin is null ? type : MessageType;

    private static string Prefix(string package) => package.Length == 0 ? "" : package + ".";

    // As protoc does: an underscore goes, and the letter after it becomes a capital.
    private static string EntryName(FieldModel field)
    {
        var text = new StringBuilder();
        var upper = true;
        foreach (var c in field.ProtoName)
        {
            if (c == '_')
            {
                upper = true;
            }
            else
            {
                text.Append(upper ? char.ToUpperInvariant(c) : c);
                upper = false;
            }
        }

        return text.Append("Entry").ToString();
    }
}
