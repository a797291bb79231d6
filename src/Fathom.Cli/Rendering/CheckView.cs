using System.Text.Json;
using Fathom.Cli.Rendering.Answers;
using Fathom.Machines.Prerequisites;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows the prerequisites of a machine: a table on a terminal, a line each in a pipe, or JSON.</summary>
internal static class CheckView
{
    private const int MarkWidth = 13;
    private const int NameWidth = 29;

    private static readonly (PrerequisiteUse Use, string Name, string Title)[] Groups =
    [
        (PrerequisiteUse.Studies, "studies", "Studies: fathom run, fathom serve"),
        (PrerequisiteUse.Link, "link", "Link: fathom link, and studies on a link"),
        (PrerequisiteUse.Mediator, "mediator", "Mediator: nodes of your own, fathom mediator"),
    ];

    /// <summary>The commands that do not run on the machine.</summary>
    public static IReadOnlyList<string> StoppedCommands(IEnumerable<PrerequisiteResult> results) =>
        [.. results.Where(r => !r.IsPresent).SelectMany(r => r.Prerequisite.StopsCommands).Distinct().Order(StringComparer.Ordinal)];

    /// <summary>Writes the results, grouped by use, and the verdict.</summary>
    public static void Write(FathomConsole console, IReadOnlyList<PrerequisiteResult> results)
    {
        var ansi = console.Results();
        foreach (var (use, name, title) in Groups)
        {
            var group = results.Where(r => r.Prerequisite.Uses.Contains(use)).ToList();
            if (group.Count == 0)
            {
                continue;
            }

            if (console.OutIsTerminal)
            {
                ansi.WriteLine(title, new Style(decoration: Decoration.Bold));
                group.ForEach(result => WriteRow(ansi, result));
                ansi.WriteLine();
            }
            else
            {
                group.ForEach(result => console.Out.WriteLine($"{name}: {Line(result)}"));
            }
        }

        foreach (var line in console.OutIsTerminal ? TextLayout.Wrap(Verdict(results)) : [Verdict(results)])
        {
            console.Out.WriteLine(line);
        }
    }

    /// <summary>The results as one JSON object.</summary>
    public static string Json(IReadOnlyList<PrerequisiteResult> results) => JsonSerializer.Serialize(
        new CheckAnswer(StoppedCommands(results).Count == 0, StoppedCommands(results),
        [
            .. results.Select(r => new CheckedPrerequisite(r.Prerequisite.Id, r.Prerequisite.Name,
                [.. r.Prerequisite.Uses.Select(u => Groups.First(g => g.Use == u).Name)], r.IsPresent, r.Found,
                r.IsPresent ? null : r.Prerequisite.Without, r.IsPresent ? [] : r.Prerequisite.StopsCommands,
                r.IsPresent ? null : r.Remedy)),
        ]),
        AnswerJson.Indented.CheckAnswer);

    private static void WriteRow(IAnsiConsole ansi, PrerequisiteResult result)
    {
        // The mark is a word too: neither colour nor a symbol alone carries the meaning.
        ansi.Write(result.IsPresent ? "  ✓ yes      " : "  ✗ missing  ", new Style(result.IsPresent ? Color.Green : Color.Red));
        IEnumerable<string> lines = TextLayout.Wrap(result.Found, MarkWidth + NameWidth);
        if (!result.IsPresent)
        {
            lines = lines.Concat(TextLayout.Wrap($"{result.Prerequisite.Without} {result.Remedy}", MarkWidth));
        }

        ansi.Write(result.Prerequisite.Name.PadRight(NameWidth));
        ansi.WriteLine(string.Join(Environment.NewLine, lines).TrimStart());
    }

    private static string Line(PrerequisiteResult result) => result.IsPresent
        ? $"{result.Prerequisite.Name}: yes: {result.Found}"
        : $"{result.Prerequisite.Name}: missing: {result.Found}. {result.Prerequisite.Without} {result.Remedy}";

    private static string Verdict(IReadOnlyList<PrerequisiteResult> results)
    {
        var stopped = StoppedCommands(results);
        return stopped.Count == 0
            ? "Every command and every study can run on this machine."
            : $"These cannot run on this machine: {string.Join(", ", stopped)}. Everything else can.";
    }
}
