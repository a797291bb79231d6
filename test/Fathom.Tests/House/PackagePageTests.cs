using System.Text.RegularExpressions;
using Fathom.Cli.Commands;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>What the READMEs of packages name is part of a package.</summary>
public partial class PackagePageTests
{
    // Of ASP.NET Core, and what is generated from the reader's own contracts.
    private static readonly string[] Foreign =
    [
        "GreeterClient", "GreetReflection", "GrpcServices", "HelloReply", "HelloRequest", "HttpClient", "RequireAuthorization",
        "RequireHost",
    ];

    public static TheoryData<string> Pages => [.. Repository.Files("README.md")
        .Select(f => Path.GetRelativePath(Repository.Root, f)).Where(f => f.StartsWith("src", StringComparison.Ordinal))];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Every_type_and_member_exists(string page)
    {
        var text = File.ReadAllText(Repository.PathOf(page));
        var known = Repository.Files("PublicAPI.*.txt").Select(File.ReadAllText)
            .Concat(Block().Matches(text).Select(m => m.Value))
            .SelectMany(source => Word().Matches(source).Select(m => m.Value)).Concat(Foreign).ToHashSet();
        foreach (var span in DocumentedCommands.CodeSpan().Matches(Block().Replace(text, "")).Select(m => m.Groups[1].Value))
        {
            foreach (var name in Name().Matches(span).Select(m => m.Value))
            {
                known.ShouldContain(name, $"{page} names `{span}`");
            }
        }
    }

    [Fact]
    public void The_tools_page_has_every_command()
    {
        var page = File.ReadAllText(Repository.PathOf("src/Fathom.Cli/README.md"));
        foreach (var command in CommandRegistry.All)
        {
            page.ShouldMatch($"`fathom {command.Name}[ `]");
        }
    }

    [GeneratedRegex(@"^```\w*\n.*?^```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Block();

    [GeneratedRegex(@"\w+")]
    private static partial Regex Word();

    // Two humps at least: HttpClient. No part of a path or of a package's name.
    [GeneratedRegex(@"(?<![\w/.-])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b")]
    private static partial Regex Name();
}
