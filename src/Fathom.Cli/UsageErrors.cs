using System.CommandLine;
using System.CommandLine.Parsing;

namespace Fathom.Cli;

/// <summary>Says what is wrong with a command line: which flag or argument, its value, what is accepted.</summary>
internal static class UsageErrors
{
    /// <summary>Everything that is wrong with it; empty where nothing is.</summary>
    public static IReadOnlyList<string> In(ParseResult parsed)
    {
        // An argument that takes any number of words takes unknown flags as well: no word of ours begins with a dash. After "--" they are a
        // command's own.
        var swallowed = WordsBeforeDashes(parsed).Where(v => v.Length > 1 && v[0] == '-');
        var unknown = parsed.UnmatchedTokens.Concat(swallowed).Distinct().ToList();
        if (unknown.Count > 0)
        {
            // What the library says beside these (a missing command, a word left over) follows from them.
            return unknown.ConvertAll(token => Unknown(parsed.CommandResult.Command, token));
        }

        var command = parsed.CommandResult.Command;
        return parsed.Errors.Count > 0 && command.Subcommands.Count > 0
            ? [$"a command is needed (accepted: {string.Join(", ", command.Subcommands.Select(c => c.Name))}; 'fathom --help' says more)"]
            : [.. parsed.Errors.Select(e => e.Message)];
    }

    /// <summary>The words of the command's arguments that stand before a "--", or all where there is none.</summary>
    public static IEnumerable<string> WordsBeforeDashes(ParseResult parsed)
    {
        var ours = parsed.Tokens.TakeWhile(t => t.Type != TokenType.DoubleDash).ToHashSet(ReferenceEqualityComparer.Instance);
        return parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(c => c.Tokens).Where(ours.Contains).Select(t => t.Value);
    }

    private static string Unknown(Command command, string token)
    {
        var isFlag = token.StartsWith('-');
        var name = isFlag ? token.Split('=')[0] : token;
        List<string> accepted = isFlag
            ? [.. command.Options.Where(o => !o.Hidden).SelectMany(o => o.Aliases.Prepend(o.Name)).Where(n => n[0] == '-' && n != "-?")
                .Union(["--config", "--help"])]
            : [.. command.Subcommands.Select(c => c.Name)];
        var unlisted = isFlag ? command.Options.Where(o => o.Hidden).Select(o => o.Name) : [];
        return accepted.Count == 0
            ? $"'{token}' is not expected: 'fathom {command.Name}' takes no further argument"
            : DidYouMean.Refusal(command is RootCommand ? "" : $"{command.Name}: ", name, isFlag ? "a flag" : "a command", accepted,
                unlisted);
    }
}
