namespace Fathom.Contracts.Generator.Model;

/// <summary>A member of a contract: one field, or a oneof with one field for each case.</summary>
/// <param name="Name">The name as a C# identifier.</param>
/// <param name="CSharpType">The fully qualified type, as declared.</param>
/// <param name="IsNullable">Whether the member can be null.</param>
/// <param name="Assignment">How the member is assigned when the message is created.</param>
internal abstract record MemberModel(string Name, string CSharpType, bool IsNullable, Assignment Assignment)
{
    /// <summary>The fields of the message that the member occupies.</summary>
    public abstract IEnumerable<FieldModel> Fields { get; }
}

internal enum Assignment
{
    /// <summary>Assigned in the object initializer.</summary>
    Initializer,

    /// <summary>Passed as an argument of the constructor.</summary>
    Constructor,

    /// <summary>The message creates the collection, and elements are added to it.</summary>
    Fill,
}

internal sealed record FieldModel(int Number, string ProtoName);

internal sealed record SingularMember(string Name, string CSharpType, bool IsNullable, Assignment Assignment, FieldModel Field,
    ValueModel Value)
    : MemberModel(Name, CSharpType, IsNullable, Assignment)
{
    public override IEnumerable<FieldModel> Fields => [Field];

    /// <summary>
    /// Whether the field has presence: an absent field differs from one with the default value (proto3 <c>optional</c>, and every message).
    /// </summary>
    public bool HasPresence => IsNullable || Value.Kind == ValueKind.Message;
}

internal sealed record RepeatedMember(
    string Name, string CSharpType, bool IsNullable, Assignment Assignment, FieldModel Field, ValueModel Element, Container Container)
    : MemberModel(Name, CSharpType, IsNullable, Assignment)
{
    public override IEnumerable<FieldModel> Fields => [Field];
}

internal enum Container
{
    List,
    Array,
    ImmutableArray,

    /// <summary>An interface with a <c>Count</c> property.</summary>
    Counted,

    /// <summary>An interface without a <c>Count</c> property.</summary>
    Enumerable,
}

internal sealed record MapMember(
    string Name, string CSharpType, bool IsNullable, Assignment Assignment, FieldModel Field, ValueModel Key, ValueModel Value)
    : MemberModel(Name, CSharpType, IsNullable, Assignment)
{
    public override IEnumerable<FieldModel> Fields => [Field];
}

internal sealed record OneofMember(
    string Name, string CSharpType, bool IsNullable, Assignment Assignment, string ProtoName, EquatableArray<CaseModel> Cases)
    : MemberModel(Name, CSharpType, IsNullable, Assignment)
{
    public override IEnumerable<FieldModel> Fields => Cases.Select(c => c.Field);
}

/// <summary>A case of a oneof.</summary>
/// <param name="Field">The field of the case.</param>
/// <param name="CSharpType">The record that declares the case.</param>
/// <param name="Property">The property that holds the value; null if the case is itself the message.</param>
/// <param name="Value">The model of the value.</param>
internal sealed record CaseModel(FieldModel Field, string CSharpType, string? Property, ValueModel Value);
