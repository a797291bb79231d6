namespace Fathom.Contracts;

/// <summary>
/// Marks a sealed record, nested in a <see cref="OneOfAttribute"/> record, as one of its cases. A case that is a contract is a message
/// field. Any other case has exactly one positional parameter and is a field of that parameter's type.
/// </summary>
/// <param name="number">The field number, in the message that contains the oneof.</param>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class CaseAttribute(int number) : Attribute
{
    /// <summary>The field number.</summary>
    public int Number { get; } = number;

    /// <summary>The name of the field in .proto text. Default: the name of the case in snake_case.</summary>
    public string? Name { get; set; }

    /// <summary>The encoding of an integer case. Default <see cref="IntegerEncoding.Varint"/>.</summary>
    public IntegerEncoding Encoding { get; set; }
}
