using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>
/// Emits the local variable that holds a member's value while a message is read, and the code that assigns it to the message.
/// </summary>
internal static class MemberCode
{
    public static string Local(int place) => "m" + place;

    public static string Declaration(MemberModel member, string local) => member switch
    {
        RepeatedMember repeated => $"{RuntimeNames.Generic}List<{repeated.Element.CSharpType}>? {local} = null;",
        MapMember map => $"{RuntimeNames.Generic}Dictionary<{map.Key.CSharpType}, {map.Value.CSharpType}>? {local} = null;",
        SingularMember { HasPresence: false } singular => $"{member.CSharpType} {local} = {ValueCode.Default(singular.Value)};",
        _ => $"{Nullable(member.CSharpType)} {local} = null;",
    };

    /// <summary>Returns the statement that initializes the local variable from an earlier occurrence of the message.</summary>
    public static string Merge(MemberModel member, string local)
    {
        var copy = member.Assignment == Assignment.Fill ? ", copy: true" : "";
        return member switch
        {
            RepeatedMember { Container: Container.ImmutableArray } =>
                $"{local} = earlier.{member.Name}.IsDefaultOrEmpty ? null : reader.MergeList(earlier.{member.Name});",
            RepeatedMember => $"{local} = reader.MergeList(earlier.{member.Name}{copy});",
            MapMember => $"{local} = reader.MergeMap(earlier.{member.Name}{copy});",
            _ => $"{local} = earlier.{member.Name};",
        };
    }

    /// <summary>Returns the expression that is passed to the constructor or assigned in the object initializer.</summary>
    public static string Result(MemberModel member, string local) => member switch
    {
        RepeatedMember { Container: Container.Array } list => list.IsNullable
            ? $"{local}?.ToArray()"
            : $"{local} is null ? global::System.Array.Empty<{list.Element.CSharpType}>() : {local}.ToArray()",
        RepeatedMember { Container: Container.ImmutableArray } list =>
            $"{local} is null ? global::System.Collections.Immutable.ImmutableArray<{list.Element.CSharpType}>.Empty : "
                + $"global::System.Collections.Immutable.ImmutableArray.CreateRange({local})",
        RepeatedMember { IsNullable: false } list => $"{local} ?? new {RuntimeNames.Generic}List<{list.Element.CSharpType}>()",
        MapMember { IsNullable: false } map => $"{local} ?? new {RuntimeNames.Generic}Dictionary<{map.Key.CSharpType}, "
            + $"{map.Value.CSharpType}>()",
        _ => local,
    };

    /// <summary>Emits the code that adds the elements to a collection that the message created itself.</summary>
    public static void Fill(CodeWriter code, MemberModel member, string local) =>
        code.Block($"if ({local} is not null)", () => code.Block($"foreach (var item in {local})", () => code.Line(
            member is MapMember ? $"message.{member.Name}[item.Key] = item.Value;" : $"message.{member.Name}.Add(item);")));

    private static string Nullable(string type) => type.EndsWith("?", StringComparison.Ordinal) ? type : type + "?";
}
