using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>Emits the code for one field of a message.</summary>
internal abstract class FieldCode
{
    public abstract int Number { get; }

    /// <summary>The tag with which the field is written.</summary>
    public abstract uint WrittenTag { get; }

    /// <summary>Emits the code that adds the size of the field, including its tag, to <c>size</c>.</summary>
    public abstract void Measure(CodeWriter code);

    /// <summary>Emits the code that writes the field, including its tag.</summary>
    public abstract void Write(CodeWriter code);

    /// <summary>Emits the cases of the switch over tags that read the field into the local variable of its member.</summary>
    /// <param name="code">The output.</param>
    /// <param name="next">The tag of the next field, which is likely to follow because fields are written in ascending order of number. 0
    /// for the last field.</param>
    public abstract void Read(CodeWriter code, uint next);

    /// <summary>Returns the fields of a message in ascending order of number.</summary>
    public static IEnumerable<FieldCode> Of(ContractModel contract) =>
        contract.Members.SelectMany((member, place) => Of(member, MemberCode.Local(place))).OrderBy(f => f.Number);

    private static IEnumerable<FieldCode> Of(MemberModel member, string local) => member switch
    {
        SingularMember singular => [new SingularCode(singular, local)],
        RepeatedMember repeated => [new RepeatedCode(repeated, local)],
        MapMember map => [new MapCode(map, local)],
        OneofMember oneof => oneof.Cases.Select(c => new CaseCode(oneof, c, local)),
        _ => throw new InvalidOperationException($"No code for {member.GetType().Name}."),
    };
}
