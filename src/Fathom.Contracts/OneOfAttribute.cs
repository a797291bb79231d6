namespace Fathom.Contracts;

/// <summary>
/// Marks an abstract record as a <c>oneof</c>. Its nested records are the cases (<see cref="CaseAttribute"/>). A member of this type has no
/// field number. Each case has one, which is unique within the containing message. A <see langword="null"/> member means that no case is
/// set.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class OneOfAttribute : Attribute;
