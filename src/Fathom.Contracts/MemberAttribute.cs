namespace Fathom.Contracts;

/// <summary>Makes a property, a field or a positional record parameter a field of its message.</summary>
/// <param name="number">The field number: 1 to 536,870,911, without 19,000 to 19,999, which protobuf keeps for itself (FATHOM003,
/// FATHOM004).</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field | AttributeTargets.Parameter)]
public sealed class MemberAttribute(int number) : Attribute
{
    /// <summary>The field number.</summary>
    public int Number { get; } = number;

    /// <summary>The name of the field in .proto text; the member's name in snake_case when left out.</summary>
    public string? Name { get; set; }

    /// <summary>How an integer, the elements of a list of them, or the values of a map are written.</summary>
    public IntegerEncoding Encoding { get; set; }

    /// <summary>How the integer keys of a map are written.</summary>
    public IntegerEncoding KeyEncoding { get; set; }
}
