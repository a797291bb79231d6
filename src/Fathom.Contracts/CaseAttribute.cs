namespace Fathom.Contracts;

/// <summary>
/// Makes a sealed record that is nested in a <see cref="OneOfAttribute"/> record one of its cases. A case that is a contract itself is a
/// message field; any other has exactly one positional parameter, and is a field of that parameter's type.
/// </summary>
/// <param name="number">The field number, in the message that holds the oneof.</param>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class CaseAttribute(int number) : Attribute
{
    /// <summary>The field number.</summary>
    public int Number { get; } = number;

    /// <summary>The name of the field in .proto text; the case's name in snake_case when left out.</summary>
    public string? Name { get; set; }

    /// <summary>How an integer is written.</summary>
    public IntegerEncoding Encoding { get; set; }
}
