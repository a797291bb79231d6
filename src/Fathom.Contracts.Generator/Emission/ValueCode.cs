using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>Emits the code for one value, without its tag.</summary>
internal static class ValueCode
{
    /// <summary>Returns the expression for the size of a value, including the length prefix of a length-delimited value.</summary>
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

    /// <summary>Emits the code that reads a value and uses it.</summary>
    /// <param name="code">The output.</param>
    /// <param name="value">The model of the value.</param>
    /// <param name="use">Returns the statement that uses the value, from the expression for the value.</param>
    /// <param name="earlier">The expression for the earlier value into which a message, time or duration is merged; "null" if there is
    /// none. For a time or duration, the expression must evaluate to the default of the type instead of null.</param>
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

    /// <summary>Returns the expression that reads a value. Not for messages.</summary>
    public static string ReadExpression(ValueModel value) => (value.Range, value.Kind) switch
    {
        ({ } range, _) => $"({value.CSharpType})reader.ReadNarrow({range.Low}, {range.High})",
        (_, ValueKind.Enum) => $"({value.CSharpType})reader.ReadInt32()",
        _ => $"reader.Read{value.Codec}()",
    };

    /// <summary>
    /// Returns the condition that a value differs from the default of an absent field. Floating-point values are compared by their bits,
    /// because -0 differs from the default.
    /// </summary>
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

    /// <summary>Returns the expression for the value of an absent field.</summary>
    public static string Default(ValueModel value) => value.Kind switch
    {
        ValueKind.String => "\"\"",
        ValueKind.Bytes => "global::System.Array.Empty<byte>()",
        _ => "default",
    };

    /// <summary>Emits the code that throws if a message in a list, a map or a oneof case is null.</summary>
    public static void RefuseNull(CodeWriter code, ValueModel value, string x)
    {
        if (value.Kind == ValueKind.Message)
        {
            code.Line($"{RuntimeNames.Fault}.ThrowIfNull({x});");
        }
    }
}
