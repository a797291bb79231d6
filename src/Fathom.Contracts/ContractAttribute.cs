namespace Fathom.Contracts;

/// <summary>
/// Marks a partial class or record as a message. Members with a number (<see cref="MemberAttribute"/>) are its fields, and the generator
/// writes its serializer. <c>[DataContract]</c> with <c>[DataMember(Order = n)]</c> is supported too.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class ContractAttribute : Attribute
{
    /// <summary>The name of the message in .proto text. Default: the type's name; for a nested type, with the outer names before
    /// it.</summary>
    public string? Name { get; set; }
}
