using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>
/// Emits the code for a field that is a case of a oneof. The field is written even if its value is the default. If several cases are read,
/// the last one wins (protobuf, "Encoding").
/// </summary>
internal sealed class CaseCode(OneofMember member, CaseModel model, string local) : FieldCode
{
    public override int Number => model.Field.Number;

    public override uint WrittenTag => Tag.Of(Number, model.Value.WireType);

    private string Case => "v" + Number;

    private string Content => model.Property is { } property ? $"{Case}.{property}" : Case;

    // A string or array of a case can be null despite its declaration. It is then written as an empty value.
    private string Value => model.Value.Kind is ValueKind.String or ValueKind.Bytes ? $"({Content} ?? {ValueCode.Default(model.Value)})"
        : Content;

    public override void Measure(CodeWriter code) => IfChosen(code, () =>
    {
        if (model.Property is not null)
        {
            ValueCode.RefuseNull(code, model.Value, Content);
        }

        code.Line($"size += {Tag.SizeOf(Number)} + {ValueCode.Measure(model.Value, Value)};");
    });

    public override void Write(CodeWriter code) => IfChosen(code, () =>
    {
        code.Line(Tag.Write(Number, model.Value.WireType));
        ValueCode.Write(code, model.Value, Value);
    });

    public override void Read(CodeWriter code, uint next) => code.Case(WrittenTag, () =>
    {
        var earlier = $"({local} as {model.CSharpType})";
        if (model.Property is { } property)
        {
            ValueCode.Read(code, model.Value, x => $"{local} = new {model.CSharpType}({x});",
                $"{earlier}?.{property}{(model.Value.Kind == ValueKind.WellKnown ? " ?? default" : "")}");
        }
        else
        {
            ValueCode.Read(code, model.Value, x => $"{local} = {x};", earlier);
        }
    }, next);

    private void IfChosen(CodeWriter code, Action body) => code.Block($"if (message.{member.Name} is {model.CSharpType} {Case})", body);
}
