using System.CommandLine;

namespace Fathom.Cli.Settings;

/// <summary>A flag that takes part in the layers: default, then file, then environment, then command line.</summary>
internal static class SettingOption
{
    /// <summary>A flag with one value.</summary>
    /// <param name="name">With its dashes.</param>
    /// <param name="help">What it does.</param>
    /// <param name="valueName">Stands for the value in the help.</param>
    /// <param name="fallback">Value where no layer has one.</param>
    /// <param name="settings">The layers below the command line.</param>
    /// <param name="read">Reads a value; the first argument says where it stands, for the message of a
    /// <see cref="CommandException"/>.</param>
    public static Option<T> One<T>(
        string name, string help, string valueName, T fallback, SettingLayers settings, Func<string, string, T> read) => new(name)
        {
            Description = help,
            HelpName = valueName,
            DefaultValueFactory = _ => settings.Find(name) is { } found ? read(found.Where, found.Value) : fallback,
            CustomParser = argument => read(name, argument.Tokens[0].Value),
        };

    /// <summary>A flag whose value is checked later, or null where no layer has one.</summary>
    public static Option<Written?> Text(string name, string help, string valueName, SettingLayers settings) =>
        One<Written?>(name, help, valueName, null, settings, (where, value) => new Written(SettingReader.Text(where, value), where));

    /// <summary>A flag that takes one of a few words, or null where no layer has one.</summary>
    /// <param name="name">With its dashes.</param>
    /// <param name="help">What it does.</param>
    /// <param name="kind">What the value is, with its article.</param>
    /// <param name="accepted">The words.</param>
    /// <param name="settings">The layers below the command line.</param>
    public static Option<Written?> Word(string name, string help, string kind, IReadOnlyList<string> accepted, SettingLayers settings) =>
        One<Written?>(
        name, help, string.Join('|', accepted), null, settings, (where, value) =>
            new Written(SettingReader.OneOf(where, value, kind, accepted), where));

    /// <summary>A flag that may be given several times.</summary>
    public static Option<IReadOnlyList<T>> Many<T>(
        string name, string help, string valueName, SettingLayers settings, Func<string, string, T> read) => new(name)
        {
            Description = help,
            HelpName = valueName,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = false,
            DefaultValueFactory = _ => settings.Find(name) is { } found ? [.. found.Value.Split('\n').Select(v => read(found.Where, v))]
                : [],
            CustomParser = argument => [.. argument.Tokens.Select(t => read(name, t.Value))],
        };

    /// <summary>A flag without a value; in a file or the environment it is <c>true</c> or <c>false</c>.</summary>
    public static Option<bool> Switch(string name, string help, SettingLayers settings, params string[] aliases) => new(name, aliases)
    {
        Description = help,
        DefaultValueFactory = _ => settings.Find(name) is { } found && SettingReader.YesOrNo(found.Where, found.Value),
    };
}
