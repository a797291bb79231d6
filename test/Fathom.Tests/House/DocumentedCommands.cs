using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Fathom.Cli.Commands;
using Fathom.Studies.Running.Sources;
using Fathom.SubjectProtocol;
using Fathom.TestKit;
using Fathom.Tests.Cli;

namespace Fathom.Tests.House;

/// <summary>The pages of the repository, the commands of <c>fathom</c>, and how a page writes flags and code.</summary>
internal static partial class DocumentedCommands
{
    private static readonly ConcurrentDictionary<string, Lazy<Task<string>>> Helps = new();

    public static string[][] Commands { get; } =
    [
        .. CommandRegistry.All.SelectMany(command => command.Name == "serve" ? Servers.Select(name => (string[])["serve", name])
            : [command.Name.Split(' ')]),
    ];

    public static TheoryData<string> Pages =>
        [.. Repository.Files("*.md").Select(f => Path.GetRelativePath(Repository.Root, f)).Order(StringComparer.Ordinal)];

    /// <summary>What <c>--help</c> of a command prints. Made once: 110 pages ask for each.</summary>
    public static Task<string> HelpOfAsync(string[] command) => Helps.GetOrAdd(string.Join(' ', command), _ => new(async () =>
        (await CommandLine.RunAsync([.. command, "--help"])).Out)).Value;

    private static IEnumerable<string> Servers => InBoxManifests.All
        .Where(manifest => manifest.Roles.Contains(SubjectManifest.Server)).Select(manifest => manifest.Name);

    [GeneratedRegex("`([^`\n]+)`")]
    public static partial Regex CodeSpan();

    [GeneratedRegex(@"(?<![\w-])--[a-z][a-z0-9-]*")]
    public static partial Regex Flag();
}
