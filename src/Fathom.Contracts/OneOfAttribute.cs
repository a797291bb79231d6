namespace Fathom.Contracts;

/// <summary>
/// Marks an abstract record as a <c>oneof</c>. Its nested records are the cases (<see cref="CaseAttribute"/>). A member of this type has no
/// number: the cases have numbers, among the fields of the message that contains it. <see langword="null"/> means no case.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class OneOfAttribute : Attribute;
