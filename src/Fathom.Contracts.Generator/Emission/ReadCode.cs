using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>
/// Emits <c>ReadFields</c>. It holds the value of each member in a local variable and creates the message at the end, so that init-only,
/// required and positional members need no special treatment.
/// </summary>
internal static class ReadCode
{
    public static void Emit(CodeWriter code, ContractModel contract, List<FieldCode> fields, string attributes)
    {
        code.Line(attributes);
        code.Block($"public static {contract.FullName} ReadFields(ref {RuntimeNames.Reader} reader, {contract.FullName}? earlier)", () =>
        {
            Locals(code, contract);
            code.Block("for (var tag = reader.ReadTag(); tag != 0; tag = reader.ReadTag())", () => code.Block("switch (tag)", () =>
            {
                for (var place = 0; place < fields.Count; place++)
                {
                    fields[place].Read(code, place + 1 < fields.Count ? fields[place + 1].WrittenTag : 0);
                }

                code.Line("default:");
                code.Line("    reader.ReadUnknown(tag, ref unknown);");
                code.Line("    break;");
            }));
            Construct(code, contract);
        });
    }

    private static void Locals(CodeWriter code, ContractModel contract)
    {
        code.Line($"{RuntimeNames.UnknownFields}? unknown = null;");
        Each(contract, (member, local) => code.Line(MemberCode.Declaration(member, local)));
        code.Block("if (earlier is not null)", () =>
        {
            code.Line($"unknown = earlier.{RuntimeNames.Unknown};");
            Each(contract, (member, local) => code.Line(MemberCode.Merge(member, local)));
        });
    }

    private static void Construct(CodeWriter code, ContractModel contract)
    {
        var arguments = contract.ConstructorArguments.Select(place => MemberCode.Result(contract.Members[place], MemberCode.Local(place)));
        code.Block($"var message = new {contract.FullName}({string.Join(", ", arguments)})", () =>
        {
            Each(contract, (member, local) =>
            {
                if (member.Assignment == Assignment.Initializer)
                {
                    code.Line($"{member.Name} = {MemberCode.Result(member, local)},");
                }
            });
            code.Line($"{RuntimeNames.Unknown} = unknown,");
        }, ";");
        Each(contract, (member, local) =>
        {
            if (member.Assignment == Assignment.Fill)
            {
                MemberCode.Fill(code, member, local);
            }
        });
        code.Line("return message;");
    }

    private static void Each(ContractModel contract, Action<MemberModel, string> action)
    {
        for (var place = 0; place < contract.Members.Count; place++)
        {
            action(contract.Members[place], MemberCode.Local(place));
        }
    }
}
