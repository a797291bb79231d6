using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>Emits the code for a singular field.</summary>
internal sealed class SingularCode(SingularMember member, string local) : FieldCode
{
    public override int Number => member.Field.Number;

    public override uint WrittenTag => Tag.Of(Number, member.Value.WireType);

    private string Value => "v" + Number;

    public override void Measure(CodeWriter code) => IfPresent(code, () =>
        code.Line($"size += {Tag.SizeOf(Number)} + {ValueCode.Measure(member.Value, Value)};"));

    public override void Write(CodeWriter code) => IfPresent(code, () =>
    {
        code.Line(Tag.Write(Number, member.Value.WireType));
        ValueCode.Write(code, member.Value, Value);
    });

    public override void Read(CodeWriter code, uint next) => code.Case(WrittenTag, () =>
        ValueCode.Read(code, member.Value, x => $"{local} = {x};",
            earlier: member is { HasPresence: true, Value.Kind: ValueKind.WellKnown } ? $"{local} ?? default" : local), next);

    private void IfPresent(CodeWriter code, Action body)
    {
        if (member.HasPresence)
        {
            code.Block($"if (message.{member.Name} is {{ }} {Value})", body);
            return;
        }

        code.Line($"var {Value} = message.{member.Name};");
        code.Block($"if ({ValueCode.IsWorthWriting(member.Value, Value)})", body);
    }
}
