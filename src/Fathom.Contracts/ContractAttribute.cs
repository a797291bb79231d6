namespace Fathom.Contracts;

/// <summary>
/// Makes a partial class or record a message: members with a number (<see cref="MemberAttribute"/>) are its fields, and the generator
/// writes the code that measures, writes and reads it. <c>[DataContract]</c> with <c>[DataMember(Order = n)]</c> is understood as well.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class ContractAttribute : Attribute
{
    /// <summary>The name of the message in .proto text; that of the type when left out (of a nested type: the outer names before
    /// it).</summary>
    public string? Name { get; set; }
}
