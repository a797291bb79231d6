namespace Fathom.Contracts;

/// <summary>Marks a property, a field or a positional record parameter as a field of the protobuf message.</summary>
/// <param name="number">The field number: 1 to 536,870,911, except 19,000 to 19,999, which protobuf reserves (FATHOM003,
/// FATHOM004).</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field | AttributeTargets.Parameter)]
public sealed class MemberAttribute(int number) : Attribute
{
    /// <summary>The field number.</summary>
    public int Number { get; } = number;

    /// <summary>The name of the field in .proto text. Default: the name of the member in snake_case.</summary>
    public string? Name { get; set; }

    /// <summary>
    /// The encoding of an integer member, of the elements of an integer list, or of the integer values of a map. Default
    /// <see cref="IntegerEncoding.Varint"/>.
    /// </summary>
    public IntegerEncoding Encoding { get; set; }

    /// <summary>The encoding of the integer keys of a map. Default <see cref="IntegerEncoding.Varint"/>.</summary>
    public IntegerEncoding KeyEncoding { get; set; }
}
