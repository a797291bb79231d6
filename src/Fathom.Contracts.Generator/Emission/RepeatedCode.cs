using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>
/// Emits the code for a repeated field. Numbers are written packed; other elements are written with a tag each. Packed and unpacked numbers
/// are both read.
/// </summary>
internal sealed class RepeatedCode(RepeatedMember member, string local) : FieldCode
{
    public override int Number => member.Field.Number;

    public override uint WrittenTag => Tag.Of(Number, Element.IsPackable ? Tag.LengthDelimited : Element.WireType);

    private ValueModel Element => member.Element;

    private string List => "v" + Number;

    private string NewList => $"new {RuntimeNames.Generic}List<{Element.CSharpType}>()";

    // A span where the container provides one: no enumerator, no bounds checks.
    private string Items => member.Container switch
    {
        Container.List => $"global::System.Runtime.InteropServices.CollectionsMarshal.AsSpan({List})",
        Container.ImmutableArray => $"{List}.AsSpan()",
        _ => List,
    };

    private string IsNotEmpty => member.Container switch
    {
        Container.Array => $"{List}.Length > 0",
        Container.ImmutableArray => $"!{List}.IsDefaultOrEmpty",
        Container.Enumerable => $"global::System.Linq.Enumerable.Any({List})",
        _ => $"{List}.Count > 0",
    };

    public override void Measure(CodeWriter code) => IfNotEmpty(code, () =>
    {
        if (!Element.IsPackable)
        {
            code.Block($"foreach (var item in {Items})", () =>
            {
                ValueCode.RefuseNull(code, Element, "item");
                code.Line($"size += {Tag.SizeOf(Number)} + {ValueCode.Measure(Element, "item")};");
            });
            return;
        }

        code.Line("var packed = 0;");
        code.Block($"foreach (var item in {Items})", () => code.Line($"packed += {ValueCode.Measure(Element, "item")};"));
        code.Line($"size += {Tag.SizeOf(Number)} + measure.Packed(packed);");
    });

    public override void Write(CodeWriter code) => IfNotEmpty(code, () =>
    {
        if (Element.IsPackable)
        {
            code.Line(Tag.Write(Number, Tag.LengthDelimited));
            code.Line("writer.WriteMeasuredLength();");
        }

        code.Block($"foreach (var item in {Items})", () =>
        {
            if (!Element.IsPackable)
            {
                code.Line(Tag.Write(Number, Element.WireType));
            }

            ValueCode.Write(code, Element, "item");
        });
    });

    public override void Read(CodeWriter code, uint next)
    {
        var ofElement = Tag.Of(Number, Element.WireType);
        code.Case(ofElement, () =>
        {
            code.Line($"{local} ??= {(Element.IsPackable ? NewList : $"reader.NewList<{Element.CSharpType}>({ofElement})")};");
            ValueCode.Read(code, Element, x => $"{local}.Add({x});");
        }, ofElement, next);
        if (Element.IsPackable)
        {
            code.Case(WrittenTag, () => ReadPacked(code), next);
        }
    }

    private void ReadPacked(CodeWriter code)
    {
        code.Line($"{local} ??= {NewList};");
        code.Line("var outer = reader.BeginPacked();");
        code.Line(Element.FixedSize > 0 ? $"reader.ReserveFixed({local}, {Element.FixedSize});" : $"reader.ReserveVarints({local});");
        code.Block("while (reader.HasMore)", () => code.Line($"{local}.Add({ValueCode.ReadExpression(Element)});"));
        code.Line("reader.EndPacked(outer);");
    }

    private void IfNotEmpty(CodeWriter code, Action body)
    {
        code.Line($"var {List} = message.{member.Name};");
        code.Block(member.Container == Container.ImmutableArray ? $"if ({IsNotEmpty})" : $"if ({List} is not null && {IsNotEmpty})", body);
    }
}
