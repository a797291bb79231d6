using System.CommandLine;
using System.CommandLine.Parsing;

namespace Fathom.Cli;

/// <summary>Says what is wrong with a command line: which flag or argument, its value, what is accepted.</summary>
internal static class UsageErrors
{
    public static string Describe(ParseResult parsed)
    {
        var unmatched = parsed.UnmatchedTokens.ToList();
        var messages = unmatched.ConvertAll(token => Unknown(parsed.CommandResult.Command, token));
        // The library's own sentence for an unmatched token names no remedy: ours replaces it.
        messages.AddRange(parsed.Errors.Select(e => e.Message)
            .Where(m => !unmatched.Exists(token => m.Contains($"'{token}'", StringComparison.Ordinal))));
        return messages.Count == 0 ? parsed.Errors[0].Message : string.Join(Environment.NewLine, messages);
    }

    private static string Unknown(Command command, string token)
    {
        var flag = token.StartsWith('-');
        var accepted = flag
            ? command.Options.Where(o => !o.Hidden).SelectMany(o => o.Aliases.Prepend(o.Name)).Where(n => n.StartsWith('-')).ToList()
            : [.. command.Subcommands.Select(c => c.Name)];
        var name = flag ? token.Split('=')[0] : token;
        var what = flag ? "flag" : command.Subcommands.Count > 0 ? "command" : "argument";
        return accepted.Count == 0
            ? $"'{token}' is not expected: 'fathom {command.Name}' takes no further argument"
            : $"unknown {what} '{name}'{DidYouMean.Hint(name, accepted)}; accepted: {string.Join(", ", accepted)}";
    }
}
