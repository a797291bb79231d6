using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>
/// Emits the code for a map field: a repeated message with the key as field 1 and the value as field 2. If a key occurs several times, the
/// last entry wins. Default values are omitted from an entry, as in Google.Protobuf for C#; both forms are read.
/// </summary>
internal sealed class MapCode(MapMember member, string local) : FieldCode
{
    private const int KeyNumber = 1;
    private const int ValueNumber = 2;

    public override int Number => member.Field.Number;

    public override uint WrittenTag => Tag.Of(Number, Tag.LengthDelimited);

    private string Map => "v" + Number;

    public override void Measure(CodeWriter code) => ForEach(code, () =>
    {
        ValueCode.RefuseNull(code, member.Value, "pair.Value");
        code.Line("var place = measure.Begin();");
        code.Line("var entry = 0;");
        Part(code, member.Key, "pair.Key", () => code.Line($"entry += 1 + {ValueCode.Measure(member.Key, "pair.Key")};"));
        Part(code, member.Value, "pair.Value", () => code.Line($"entry += 1 + {ValueCode.Measure(member.Value, "pair.Value")};"));
        code.Line($"size += {Tag.SizeOf(Number)} + measure.End(place, entry);");
    });

    public override void Write(CodeWriter code) => ForEach(code, () =>
    {
        code.Line(Tag.Write(Number, Tag.LengthDelimited));
        code.Line("writer.WriteMeasuredLength();");
        Part(code, member.Key, "pair.Key", () => WritePart(code, KeyNumber, member.Key, "pair.Key"));
        Part(code, member.Value, "pair.Value", () => WritePart(code, ValueNumber, member.Value, "pair.Value"));
    });

    public override void Read(CodeWriter code, uint next) => code.Case(WrittenTag, () =>
    {
        code.Line($"{local} ??= new {RuntimeNames.Generic}Dictionary<{member.Key.CSharpType}, {member.Value.CSharpType}>();");
        code.Line($"{member.Key.CSharpType} key = {ValueCode.Default(member.Key)};");
        code.Line(
            $"{member.Value.CSharpType}{(member.Value.Kind == ValueKind.Message ? "?" : "")} value = {ValueCode.Default(member.Value)};");
        // A map entry cannot hold unknown fields, so they are discarded.
        code.Line($"{RuntimeNames.UnknownFields}? dropped = null;");
        code.Line("var entry = reader.BeginMessage();");
        code.Block("for (var part = reader.ReadTag(); part != 0; part = reader.ReadTag())", () => code.Block("switch (part)", () =>
        {
            code.Case(Tag.Of(KeyNumber, member.Key.WireType), () => ValueCode.Read(code, member.Key, x => $"key = {x};"),
                Tag.Of(ValueNumber, member.Value.WireType));
            code.Case(Tag.Of(ValueNumber, member.Value.WireType),
                () => ValueCode.Read(code, member.Value, x => $"value = {x};", earlier: "value"));
            code.Line("default:");
            code.Line("    reader.ReadUnknown(part, ref dropped);");
            code.Line("    break;");
        }));
        // An absent value is an empty message, which ReadFields returns because the reader is at the end of the entry.
        code.Line(member.Value.Kind == ValueKind.Message
            ? $"{local}[key] = value ?? {member.Value.CSharpType}.ReadFields(ref reader, null);"
            : $"{local}[key] = value;");
        code.Line("reader.EndMessage(entry);");
    }, WrittenTag, next);

    private static void Part(CodeWriter code, ValueModel value, string x, Action body)
    {
        if (value.Kind is ValueKind.Message or ValueKind.WellKnown)
        {
            body();
        }
        else
        {
            code.Block($"if ({ValueCode.IsWorthWriting(value, x)})", body);
        }
    }

    private static void WritePart(CodeWriter code, int number, ValueModel value, string x)
    {
        code.Line(Tag.Write(number, value.WireType));
        ValueCode.Write(code, value, x);
    }

    private void ForEach(CodeWriter code, Action body)
    {
        code.Line($"var {Map} = message.{member.Name};");
        code.Block($"if ({Map} is not null)", () => code.Block($"foreach (var pair in {Map})", body));
    }
}
