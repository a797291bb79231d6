namespace Fathom.Contracts;

/// <summary>
/// Marks an abstract record as a <c>oneof</c>: its nested records are the cases (<see cref="CaseAttribute"/>). A member of this type needs
/// no number: the cases carry theirs, in the number space of the message that holds the member. No case is <see langword="null"/>.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class OneOfAttribute : Attribute;
