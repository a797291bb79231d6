using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>The code for one field of a message.</summary>
internal abstract class FieldCode
{
    public abstract int Number { get; }

    /// <summary>The tag by which it is written.</summary>
    public abstract uint WrittenTag { get; }

    /// <summary>Adds what it takes to <c>size</c>.</summary>
    public abstract void Measure(CodeWriter code);

    /// <summary>Writes it, tag included.</summary>
    public abstract void Write(CodeWriter code);

    /// <summary>The cases of the switch over tags that read it into its member's local.</summary>
    /// <param name="code">Where they go.</param>
    /// <param name="next">The tag of the field after it, which may well follow: fields are written in the order of their numbers. 0 for the
    /// last.</param>
    public abstract void Read(CodeWriter code, uint next);

    /// <summary>The fields of a message in the order of their numbers.</summary>
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
