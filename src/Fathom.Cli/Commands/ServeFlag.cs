using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.SubjectProtocol;

namespace Fathom.Cli.Commands;

/// <summary>A flag of a subject, as a flag of <c>fathom serve SUBJECT</c> that gives the arguments for the subject.</summary>
internal static class ServeFlag
{
    /// <summary>The option; its value is empty where the flag is not set anywhere.</summary>
    public static Option<IReadOnlyList<string>> OptionOf(FlagInfo flag, FathomConsole console, CommandSettings settings) => new(flag.Name)
    {
        Description = HelpOf(flag),
        HelpName = flag.Implied is null ? ValueOf(flag) : $"[{ValueOf(flag)}]",
        Arity = flag.Kind == FlagKind.Switch ? ArgumentArity.Zero
            : flag.Implied is null ? ArgumentArity.ExactlyOne : ArgumentArity.ZeroOrOne,
        DefaultValueFactory = _ => settings.Find(flag.Name) is { } found ? OfSetting(flag, found.Where, found.Single(), console) : [],
        CustomParser = argument => argument.Tokens.Count == 0 ? [] : Checked(flag, flag.Name, argument.Tokens[0].Value, console),
    };

    /// <summary>The arguments for the subject.</summary>
    public static IReadOnlyList<string> ArgumentsOf(FlagInfo flag, Option<IReadOnlyList<string>> option, ParseResult parsed) =>
        // The library gives an option without a value its default, as if it were absent.
        parsed.GetResult(option) is { Implicit: false, Tokens.Count: 0 } ? [flag.Name] : parsed.GetValue(option) ?? [];

    private static IReadOnlyList<string> OfSetting(FlagInfo flag, string where, string value, FathomConsole console) => value switch
    {
        _ when flag.Kind == FlagKind.Switch => SettingReader.YesOrNo(where, value) ? [flag.Name] : [],
        // Where the flag may stand alone, it is a switch in the file and in the environment too.
        "true" when flag.Implied is not null => [flag.Name],
        "false" when flag.Implied is not null => [],
        _ => Checked(flag, where, value, console),
    };

    private static IReadOnlyList<string> Checked(FlagInfo flag, string where, string value, FathomConsole console)
    {
        if (flag.Kind == FlagKind.Word)
        {
            SettingReader.OneOf(where, value, "an accepted value", [.. flag.Choices.Select(c => c.Value)]);
        }

        return flag.FaultOf(value) is { } fault ? throw CommandException.Usage($"{where}: {fault}")
            : [flag.Name, flag.Kind == FlagKind.File ? Path.Combine(console.Folder, value) : value];
    }

    private static string ValueOf(FlagInfo flag) => flag.ValueName ?? string.Join('|', flag.Choices.Select(c => c.Value));

    private static string HelpOf(FlagInfo flag)
    {
        var needs = flag.Choices.Where(c => c.Needs is not null).GroupBy(c => c.Needs!)
            .Select(g => $" Only on {g.Key}: {string.Join(", ", g.Select(c => c.Value))}.");
        return flag.Text + string.Concat(needs) + (flag.Default is null ? "" : $" Default {flag.Default}.");
    }
}
