using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>The local that a member's value gathers in while a message is read, and how the message gets it.</summary>
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

    /// <summary>Takes up what an earlier occurrence of the message gave.</summary>
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

    /// <summary>What the constructor or the initializer is given.</summary>
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

    /// <summary>Fills a collection that the message made itself.</summary>
    public static void Fill(CodeWriter code, MemberModel member, string local) =>
        code.Block($"if ({local} is not null)", () => code.Block($"foreach (var item in {local})", () => code.Line(
            member is MapMember ? $"message.{member.Name}[item.Key] = item.Value;" : $"message.{member.Name}.Add(item);")));

    private static string Nullable(string type) => type.EndsWith("?", StringComparison.Ordinal) ? type : type + "?";
}
