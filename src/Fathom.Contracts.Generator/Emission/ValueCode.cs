using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>The code for one value, without its tag.</summary>
internal static class ValueCode
{
    /// <summary>Its size, with the length before it where it has one.</summary>
    public static string Measure(ValueModel value, string x) => value.Kind switch
    {
        ValueKind.Message => $"measure.End(measure.Begin(), {value.CSharpType}.MeasureFields({x}, ref measure))",
        ValueKind.Enum => $"{RuntimeNames.Size}.OfInt32((int){x})",
        _ => $"{RuntimeNames.Size}.Of{value.Codec}({x})",
    };

    public static void Write(CodeWriter code, ValueModel value, string x)
    {
        switch (value.Kind)
        {
            case ValueKind.Message:
                code.Line("writer.WriteMeasuredLength();");
                code.Line($"{value.CSharpType}.WriteFields({x}, ref writer);");
                break;
            case ValueKind.Enum:
                code.Line($"writer.WriteInt32((int){x});");
                break;
            default:
                code.Line($"writer.Write{value.Codec}({x});");
                break;
        }
    }

    /// <summary>Reads it and hands it on.</summary>
    /// <param name="code">Where to.</param>
    /// <param name="value">The value.</param>
    /// <param name="use">The statement that takes it.</param>
    /// <param name="earlier">What to merge a message into; of a time or duration its default if there is none.</param>
    public static void Read(CodeWriter code, ValueModel value, Func<string, string> use, string earlier = "null")
    {
        if (value.Kind == ValueKind.Message)
        {
            code.Line("var outer = reader.BeginMessage();");
            code.Line(use($"{value.CSharpType}.ReadFields(ref reader, {earlier})"));
            code.Line("reader.EndMessage(outer);");
        }
        else if (value.Kind == ValueKind.WellKnown && earlier != "null")
        {
            code.Line(use($"reader.Read{value.Codec}({earlier})"));
        }
        else
        {
            code.Line(use(ReadExpression(value)));
        }
    }

    /// <summary>As an expression; not for messages.</summary>
    public static string ReadExpression(ValueModel value) => (value.Range, value.Kind) switch
    {
        ({ } range, _) => $"({value.CSharpType})reader.ReadNarrow({range.Low}, {range.High})",
        (_, ValueKind.Enum) => $"({value.CSharpType})reader.ReadInt32()",
        _ => $"reader.Read{value.Codec}()",
    };

    /// <summary>Whether it differs from what an absent field means. Of a float the sign of 0 counts: it is compared by its bits.</summary>
    public static string IsWorthWriting(ValueModel value, string x) => value switch
    {
        { Kind: ValueKind.String or ValueKind.Bytes } => $"{x} is {{ Length: > 0 }}",
        { Kind: ValueKind.Memory } => $"!{x}.IsEmpty",
        { Codec: "Bool" } => x,
        { Codec: "Float" } => $"global::System.BitConverter.SingleToUInt32Bits({x}) != 0",
        { Codec: "Double" } => $"global::System.BitConverter.DoubleToUInt64Bits({x}) != 0",
        { Kind: ValueKind.Number or ValueKind.Enum } => $"{x} != 0",
        _ => $"{x} != default",
    };

    /// <summary>What an absent field means.</summary>
    public static string Default(ValueModel value) => value.Kind switch
    {
        ValueKind.String => "\"\"",
        ValueKind.Bytes => "global::System.Array.Empty<byte>()",
        _ => "default",
    };

    /// <summary>Refuses null, where a list, a map or a case holds a message.</summary>
    public static void RefuseNull(CodeWriter code, ValueModel value, string x)
    {
        if (value.Kind == ValueKind.Message)
        {
            code.Line($"{RuntimeNames.Fault}.ThrowIfNull({x});");
        }
    }
}
