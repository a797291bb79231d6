using System.CommandLine;

namespace Fathom.Cli.Settings;

/// <summary>The values set for a flag outside the command line.</summary>
/// <param name="Values">The values; several for a flag that may be given several times.</param>
/// <param name="Where">Their place, for messages.</param>
internal sealed record FoundSetting(IReadOnlyList<string> Values, string Where)
{
    /// <summary>The value of a flag that takes one.</summary>
    /// <exception cref="CommandException">There are several.</exception>
    public string Single() => Values is [var only]
        ? only
        : throw CommandException.Usage($"{Where}: {Values.Count} values found ({string.Join(", ", Values)}); one is accepted");
}

/// <summary>The settings of one command, as far as they do not stand on the command line.</summary>
/// <param name="layers">The file and the environment.</param>
/// <param name="command">The command's full name, such as <c>mediator invite</c>.</param>
internal sealed class CommandSettings(SettingLayers? layers, string command)
{
    /// <summary>Settings of flags that stand on the command line alone.</summary>
    public static CommandSettings None { get; } = new(null, "");

    /// <summary>The values set for a flag of the command; null where nothing is set.</summary>
    /// <param name="flag">Its name, with dashes.</param>
    /// <exception cref="CommandException">Only a flat name is set, and several commands have a flag of that name.</exception>
    public FoundSetting? Find(string flag) => layers?.Find(command, flag.TrimStart('-'));
}

/// <summary>
/// The settings outside the command line. The last of these that sets a flag counts, and a flag on the command line counts before all:
/// a flat name in the file, a section of the file, <c>FATHOM_FLAG</c>, <c>FATHOM_COMMAND_FLAG</c>. A flat name, in the file or in the
/// environment, is accepted where one command alone has a flag of that name.
/// </summary>
internal sealed class SettingLayers
{
    /// <summary>Names the settings file; also <c>FATHOM_CONFIG</c>.</summary>
    public static readonly Option<string?> ConfigOption = new("--config")
    {
        Description = "A YAML file of settings: flags under their names, in sections by command. Environment variables override it.",
        HelpName = "FILE",
        Recursive = true,
    };

    private readonly IReadOnlyDictionary<string, string> _environment;
    private readonly string _fileName;
    private readonly IReadOnlyList<SettingsKey> _file;
    private FlagIndex _flags = FlagIndex.Empty;

    private SettingLayers(IReadOnlyDictionary<string, string> environment, string fileName, IReadOnlyList<SettingsKey> file)
    {
        _environment = environment;
        _fileName = fileName;
        _file = file;
    }

    /// <summary>Whether neither the file nor the environment sets anything.</summary>
    public bool AreEmpty => _file.Count == 0 && !_environment.Keys.Any(k => k.StartsWith("FATHOM_", StringComparison.OrdinalIgnoreCase));

    /// <summary>Reads the file, if one is named: before the command line is parsed, because a setting is a flag's default.</summary>
    public static SettingLayers Read(IReadOnlyList<string> arguments, FathomConsole console)
    {
        var file = ConfigFile(arguments) ?? console.Environment.GetValueOrDefault(FlagIndex.VariableOf("", "config"));
        return new SettingLayers(
            console.Environment, file ?? "", file is null ? [] : SettingsFile.Read(Path.Combine(console.Folder, file), file));
    }

    /// <summary>The settings of a command.</summary>
    public CommandSettings Of(string command) => new(this, command);

    /// <summary>Takes the flags of all commands, and checks every key of the file against them.</summary>
    /// <exception cref="CommandException">Keys that no command has, or that several have; each is named with its line.</exception>
    public void Check(FlagIndex flags)
    {
        _flags = flags;
        var faults = flags.Faults(_fileName, _file).ToList();
        if (faults.Count > 0)
        {
            throw CommandException.Usage(string.Join(Environment.NewLine, faults));
        }
    }

    /// <summary>The values set for a flag of a command; null where nothing is set.</summary>
    /// <exception cref="CommandException">Only a flat variable is set, and several commands have a flag of that name.</exception>
    public FoundSetting? Find(string command, string flag) => Variable(FlagIndex.VariableOf(command, flag))
        ?? (Variable(FlagIndex.VariableOf("", flag)) is { } flat ? _flags.RefuseAmbiguous(flat, flag) : null)
        ?? FileKey(command, flag);

    private FoundSetting? Variable(string name) =>
        _environment.TryGetValue(name, out var value) ? new FoundSetting(value.Split('\n'), name) : null;

    private FoundSetting? FileKey(string command, string flag)
    {
        var section = command.Split(' ').Aggregate<string, IReadOnlyList<SettingsKey>?>(
            _file, (keys, word) => keys?.FirstOrDefault(k => k.Keys is not null && k.Name == word)?.Keys);
        return Key(section, $"section '{command}', {flag}") ?? Key(_file, flag);

        FoundSetting? Key(IReadOnlyList<SettingsKey>? keys, string what) =>
            keys?.FirstOrDefault(k => k.Keys is null && k.Name == flag) is { } key
                ? new FoundSetting(key.Values, $"{_fileName}, line {key.Line}: {what}")
                : null;
    }

    private static string? ConfigFile(IReadOnlyList<string> arguments)
    {
        // Words after "--" belong to the command that 'fathom link' runs.
        var ours = arguments.TakeWhile(a => a != "--").ToList();
        const string joined = "--config=";
        var at = ours.FindIndex(a => a == "--config" || a.StartsWith(joined, StringComparison.Ordinal));
        return at < 0 ? null : ours[at] != "--config" ? ours[at][joined.Length..] : ours.ElementAtOrDefault(at + 1);
    }
}
