using System.CommandLine;
using System.CommandLine.Help;
using Fathom.Cli.Settings;

namespace Fathom.Cli;

/// <summary>The form of a command: its line, and its flags with their values.</summary>
internal static class CommandSyntax
{
    /// <summary>The form of the line: <c>fathom link [flags] [-- COMMAND...]</c>.</summary>
    public static string Usage(Command command, string name) => string.Join(' ',
    [
        "fathom", name, .. command.Subcommands.Count > 0 ? (string[])["COMMAND"] : [], "[flags]",
        .. command.Arguments.Select(a => (a.Arity.MinimumNumberOfValues, a.Arity.MaximumNumberOfValues) switch
        {
            (0, 1) => $"[{a.Name}]",
            (0, _) => name is "doctor" or "link" ? $"[-- {a.Name}...]" : $"[{a.Name}...]",
            (_, 1) => a.Name,
            _ => $"{a.Name}...",
        }),
    ]);

    /// <summary>The flags that help lists, its own before those of every command, each with what it does.</summary>
    public static IEnumerable<(string Left, string Text)> Flags(Command command)
    {
        var own = command.Options.Where(o => !o.Hidden && o is not HelpOption && o is not VersionOption && !o.Recursive).Select(Row);
        IEnumerable<(string Left, string Text)> common =
        [
            ("--config FILE", SettingLayers.ConfigOption.Description!),
            ("-h, --help", "Show this help."),
            .. command is RootCommand ? [("--version", "Show the version.")] : Array.Empty<(string, string)>(),
        ];
        return own.Concat(common);
    }

    private static (string Left, string Text) Row(Option option)
    {
        var names = string.Join(", ", option.Aliases.Append(option.Name).OrderBy(n => n.Length));
        var values = option.Arity.MaximumNumberOfValues == 0 || option.ValueType == typeof(bool) ? "" : $" {option.HelpName}";
        return (names + values, option.Description!);
    }
}
