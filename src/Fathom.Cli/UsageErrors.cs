using System.CommandLine;
using System.CommandLine.Parsing;
using Fathom.Cli.Commands;
using Fathom.Cli.Settings;

namespace Fathom.Cli;

/// <summary>The faults of a command line: the flag or argument, its value, what is accepted.</summary>
internal static class UsageErrors
{
    /// <summary>All faults; empty for a correct line.</summary>
    public static IReadOnlyList<string> In(ParseResult parsed)
    {
        // An argument that takes any number of words also takes unknown flags. No such word of ours begins with a dash; words after "--"
        // are those of another program.
        var swallowed = WordsBeforeDashes(parsed).Where(v => v.Length > 1 && v[0] == '-');
        var unknown = parsed.UnmatchedTokens.Concat(swallowed).Distinct().ToList();
        if (unknown.Count > 0)
        {
            // The library's further errors (a missing command, a word left over) follow from these, and so does what looks like the value
            // of an unknown flag.
            return [.. unknown.Where((token, i) => i == 0 || IsFlag(token) || !IsFlag(unknown[i - 1]))
                .Select(token => Unknown(parsed.CommandResult.Command, token))];
        }

        if (parsed.Errors.Count == 0)
        {
            return [];
        }

        var command = parsed.CommandResult.Command;
        if (command.Subcommands.Count > 0)
        {
            var name = CommandRegistry.NameOf(command);
            return [$"{(name.Length == 0 ? "" : $"{name}: ")}a command is missing (accepted: "
                + $"{string.Join(", ", command.Subcommands.Select(c => c.Name))}); see 'fathom{$" {name}".TrimEnd()} --help'"];
        }

        List<string> faults = [.. MissingValues(parsed), .. RepeatedFlags(parsed)];
        return faults.Count > 0 ? faults : [.. parsed.Errors.Select(e => e.Message)];
    }

    /// <summary>The words of the command's arguments before a "--"; all of them where there is none.</summary>
    public static IEnumerable<string> WordsBeforeDashes(ParseResult parsed)
    {
        var ours = parsed.Tokens.TakeWhile(t => t.Type != TokenType.DoubleDash).ToHashSet(ReferenceEqualityComparer.Instance);
        return parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(c => c.Tokens).Where(ours.Contains).Select(t => t.Value);
    }

    private static IEnumerable<string> MissingValues(ParseResult parsed)
    {
        var command = parsed.CommandResult.Command;
        var name = CommandRegistry.NameOf(command);
        foreach (var argument in command.Arguments.Where(a => a.Arity.MinimumNumberOfValues > 0
            && (parsed.GetResult(a)?.Tokens.Count ?? 0) == 0))
        {
            yield return $"{argument.Name} is missing; see 'fathom {name} --help'";
        }

        foreach (var option in command.Options.Append(SettingLayers.ConfigOption).Where(o => o.ValueType != typeof(bool)
            && parsed.GetResult(o) is { Implicit: false, Tokens.Count: 0 }))
        {
            yield return $"{option.Name}: a value is missing; accepted: {option.HelpName}";
        }
    }

    private static IEnumerable<string> RepeatedFlags(ParseResult parsed) =>
        from option in parsed.CommandResult.Command.Options
        where option.Arity.MaximumNumberOfValues == 1
        let given = parsed.GetResult(option)?.IdentifierTokenCount ?? 0
        where given > 1
        select $"{option.Name}: it is given {given} times; accepted: once"
            + (option.Name == "--data" ? ", with the messages of a stream as an array or one a line" : "");

    private static bool IsFlag(string token) => token.StartsWith('-');

    private static string Unknown(Command command, string token)
    {
        var name = CommandRegistry.NameOf(command);
        var isFlag = IsFlag(token);
        var found = isFlag ? token.Split('=')[0] : token;
        if (isFlag && command.Options.Any(o => o.Name == "--plaintext") && ForeignFlags.Find(found) is { } use)
        {
            return $"{name}: '{found}' is not a flag; {use}; see 'fathom {name} --help'";
        }

        List<string> accepted = isFlag
            ? [.. command.Options.Where(o => !o.Hidden).SelectMany(o => o.Aliases.Prepend(o.Name)).Where(n => n[0] == '-' && n != "-?")
                .Union(["--config", "--help"])]
            : [.. command.Subcommands.Select(c => c.Name)];
        var unlisted = isFlag ? command.Options.Where(o => o.Hidden).Select(o => o.Name) : [];
        return accepted.Count == 0
            ? $"{name}: '{found}' is one argument too many; see 'fathom {name} --help'"
            : DidYouMean.Refusal(name.Length == 0 ? "" : $"{name}: ", found, isFlag ? "a flag" : "a command", accepted, unlisted);
    }
}
