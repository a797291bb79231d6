using System.Text.RegularExpressions;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>The pages of the repository, the commands of <c>fathom</c>, and how a page writes flags and code.</summary>
internal static partial class DocumentedCommands
{
    public static string[][] Commands { get; } =
    [
        ["run"], ["check"], ["link"], ["serve", "blob"], ["serve", "kestrel"], ["serve", "mediator"], ["serve", "native"], ["report"],
        ["proto", "export"], ["mediator", "invite"], ["mediator", "revoke"], ["mediator", "graph"],
    ];

    public static TheoryData<string> Pages =>
        [.. Repository.Files("*.md").Select(f => Path.GetRelativePath(Repository.Root, f)).Order(StringComparer.Ordinal)];

    [GeneratedRegex("`([^`\n]+)`")]
    public static partial Regex CodeSpan();

    [GeneratedRegex(@"(?<![\w-])--[a-z][a-z0-9-]*")]
    public static partial Regex Flag();
}
