namespace Fathom.Contracts;

/// <summary>
/// Marks a partial class or record as a protobuf message. Members with a field number (<see cref="MemberAttribute"/>) are its fields, and
/// the source generator generates its serializer. <c>[DataContract]</c> with <c>[DataMember(Order = n)]</c> is also supported.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class ContractAttribute : Attribute
{
    /// <summary>The name of the message in .proto text. Default: the type name, prefixed with the names of its containing types.</summary>
    public string? Name { get; set; }
}
