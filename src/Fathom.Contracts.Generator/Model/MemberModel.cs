namespace Fathom.Contracts.Generator.Model;

/// <summary>A member that is one field, or several of a oneof.</summary>
/// <param name="Name">As C# writes it.</param>
/// <param name="CSharpType">Its type as declared, fully qualified.</param>
/// <param name="IsNullable">Whether null is one of its values.</param>
/// <param name="Assignment">How it gets its value when the message is made.</param>
internal abstract record MemberModel(string Name, string CSharpType, bool IsNullable, Assignment Assignment)
{
    /// <summary>The fields it takes in the message.</summary>
    public abstract IEnumerable<FieldModel> Fields { get; }
}

internal enum Assignment
{
    /// <summary>In the object initializer.</summary>
    Initializer,

    /// <summary>As an argument of the constructor.</summary>
    Constructor,

    /// <summary>The message makes the collection, and it is filled.</summary>
    Fill,
}

internal sealed record FieldModel(int Number, string ProtoName);

internal sealed record SingularMember(string Name, string CSharpType, bool IsNullable, Assignment Assignment, FieldModel Field,
    ValueModel Value)
    : MemberModel(Name, CSharpType, IsNullable, Assignment)
{
    public override IEnumerable<FieldModel> Fields => [Field];

    /// <summary>Whether an absent field differs from one with the default value (proto3 <c>optional</c>, and every message).</summary>
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

    /// <summary>An interface with a Count.</summary>
    Counted,

    /// <summary>An interface without.</summary>
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
/// <param name="Field">Its field.</param>
/// <param name="CSharpType">The case's record.</param>
/// <param name="Property">The property that holds its value; null where the case is the message itself.</param>
/// <param name="Value">Its value.</param>
internal sealed record CaseModel(FieldModel Field, string CSharpType, string? Property, ValueModel Value);
