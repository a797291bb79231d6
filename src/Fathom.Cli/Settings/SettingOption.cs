using System.CommandLine;

namespace Fathom.Cli.Settings;

/// <summary>Makes flags that may also stand in the environment or in the settings file.</summary>
internal static class SettingOption
{
    /// <summary>A flag with one value.</summary>
    /// <param name="name">Its name, with dashes.</param>
    /// <param name="help">What it does, as a sentence.</param>
    /// <param name="valueName">Stands for the value in the help.</param>
    /// <param name="fallback">The value where none is set.</param>
    /// <param name="settings">The settings of the flag's command.</param>
    /// <param name="read">Reads a value. Its first argument is the place of the value, for the message of a
    /// <see cref="CommandException"/>.</param>
    /// <param name="aliases">Its short names, with a dash.</param>
    public static Option<T> One<T>(string name, string help, string valueName, T fallback, CommandSettings settings,
        Func<string, string, T> read, params string[] aliases) => new(name, aliases)
        {
            Description = help,
            HelpName = valueName,
            DefaultValueFactory = _ => settings.Find(name) is { } found ? read(found.Where, found.Single()) : fallback,
            CustomParser = argument => read(name, argument.Tokens[0].Value),
        };

    /// <summary>A flag whose value is checked later; null where none is set.</summary>
    public static Option<SettingValue?> Text(
        string name, string help, string valueName, CommandSettings settings, params string[] aliases) =>
        One<SettingValue?>(name, help, valueName, null, settings, ReadText, aliases);

    /// <summary>A flag that may be given several times, whose values are checked later.</summary>
    public static Option<IReadOnlyList<SettingValue>> Texts(string name, string help, string valueName, CommandSettings settings) =>
        Many(name, help, valueName, settings, ReadText);

    /// <summary>A flag that takes one of a few words; null where none is set.</summary>
    /// <param name="name">Its name, with dashes.</param>
    /// <param name="help">What it does, as a sentence.</param>
    /// <param name="kind">The word's kind, with an article: "a profile".</param>
    /// <param name="accepted">The words.</param>
    /// <param name="settings">The settings of the flag's command.</param>
    public static Option<SettingValue?> Word(
        string name, string help, string kind, IReadOnlyList<string> accepted, CommandSettings settings) =>
        Completed(One<SettingValue?>(name, help, string.Join('|', accepted), null, settings,
            (where, value) => new SettingValue(SettingReader.OneOf(where, value, kind, accepted), where)), accepted);

    /// <summary>The flag <c>--output</c>: the form of what standard output gets.</summary>
    /// <param name="settings">The settings of the flag's command.</param>
    /// <param name="forms">The forms that are accepted; the first is the default.</param>
    public static Option<string> Form(CommandSettings settings, params string[] forms) =>
        Completed(One("--output", $"Form of the output. Default {forms[0]}.", string.Join('|', forms), forms[0], settings,
            (where, value) => SettingReader.OneOf(where, value, "a form of output", forms)), forms);

    /// <summary>A flag that may be given several times; a list in the file, lines in the environment.</summary>
    public static Option<IReadOnlyList<T>> Many<T>(
        string name, string help, string valueName, CommandSettings settings, Func<string, string, T> read) => new(name)
        {
            Description = help,
            HelpName = valueName,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = false,
            DefaultValueFactory = _ => settings.Find(name) is { } found ? [.. found.Values.Select(v => read(found.Where, v))] : [],
            CustomParser = argument => [.. argument.Tokens.Select(t => read(name, t.Value))],
        };

    /// <summary>Gives a command several.</summary>
    public static void AddAll(this Command command, IEnumerable<Option> options)
    {
        foreach (var option in options)
        {
            command.Options.Add(option);
        }
    }

    private static SettingValue ReadText(string where, string value) => new(SettingReader.Text(where, value), where);

    // Shells complete the words.
    private static Option<T> Completed<T>(Option<T> option, IReadOnlyList<string> words)
    {
        option.CompletionSources.Add([.. words]);
        return option;
    }

    /// <summary>A flag without a value; <c>true</c> or <c>false</c> in the file and in the environment.</summary>
    public static Option<bool> Switch(string name, string help, CommandSettings settings, params string[] aliases) => new(name, aliases)
    {
        Description = help,
        DefaultValueFactory = _ => settings.Find(name) is { } found && SettingReader.YesOrNo(found.Where, found.Single()),
    };
}
