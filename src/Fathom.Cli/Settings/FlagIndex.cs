namespace Fathom.Cli.Settings;

/// <summary>The flags of every command, by which names in the file and in the environment are resolved.</summary>
/// <param name="commands">Every command's full name with its flags, without dashes.</param>
internal sealed class FlagIndex(IReadOnlyList<(string Command, IReadOnlyList<string> Flags)> commands)
{
    /// <summary>No commands.</summary>
    public static readonly FlagIndex Empty = new([]);

    /// <summary>The environment variable of a flag: <c>FATHOM_MEDIATOR_INVITE_LIFE</c>; the flat one for an empty command.</summary>
    public static string VariableOf(string command, string flag) =>
        string.Join('_', ((string[])["fathom", .. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), flag]))
            .Replace('-', '_').ToUpperInvariant();

    /// <summary>Refuses a flat variable of a flag that several commands have.</summary>
    /// <exception cref="CommandException">Several commands have the flag; the message names the variables of each.</exception>
    public FoundSetting RefuseAmbiguous(FoundSetting flat, string flag) => CommandsWith(flag) is { Count: > 1 } several
        ? throw CommandException.Usage($"{flat.Where}: several commands have a flag --{flag}; set "
            + $"{string.Join(" or ", several.Select(c => VariableOf(c, flag)))} instead")
        : flat;

    /// <summary>A sentence for each key of a file that is no flag, or the flag of several commands.</summary>
    /// <param name="file">The file's name.</param>
    /// <param name="keys">Its keys.</param>
    public IEnumerable<string> Faults(string file, IReadOnlyList<SettingsKey> keys) => keys.SelectMany(key => Faults(file, key, ""));

    private IEnumerable<string> Faults(string file, SettingsKey key, string section)
    {
        var where = $"{file}, line {key.Line}: {(section.Length == 0 ? "" : $"section '{section}': ")}";
        var path = $"{section} {key.Name}".TrimStart();
        var known = section.Length == 0 ? commands.SelectMany(c => c.Flags).Distinct().ToList()
            : [.. commands.Where(c => c.Command == section).SelectMany(c => c.Flags)];
        if (key.Keys is { } nested)
        {
            return IsSection(path) ? nested.SelectMany(k => Faults(file, k, path))
                : known.Contains(key.Name) ? [$"{where}'{key.Name}' is a flag: a value or a list of values is expected"]
                : [DidYouMean.Refusal(where, key.Name, "the name of a command", Sections(section))];
        }

        if (IsSection(path))
        {
            // load has a flag --call beside the command call: its value is written in the section of load.
            var flags = string.Concat(CommandsWith(key.Name).Select(c => $"; for the flag --{key.Name}, write '{Nested(c, key.Name)}'"));
            return [$"{where}'{key.Name}' is a section: flags are expected under it, as in '{key.Name}: {{ {Example(path)} }}'{flags}"];
        }

        if (!known.Contains(key.Name))
        {
            var what = section.Length == 0 ? "the name of a flag or of a command" : "the name of a flag of this command";
            return [DidYouMean.Refusal(where, key.Name, what, [.. known, .. Sections(section)])];
        }

        return section.Length == 0 && CommandsWith(key.Name) is { Count: > 1 } several
            ? [$"{where}several commands have a flag --{key.Name}; write it in a section, as in "
                + string.Join(" or ", several.Select(c => $"'{Nested(c, key.Name)}'"))]
            : [];
    }

    private List<string> CommandsWith(string flag) => [.. commands.Where(c => c.Flags.Contains(flag)).Select(c => c.Command)];

    private bool IsSection(string path) => commands.Any(
        c => c.Command == path || c.Command.StartsWith(path + " ", StringComparison.Ordinal));

    private List<string> Sections(string parent) =>
        [.. commands.Select(c => c.Command).Where(c => parent.Length == 0 || c.StartsWith(parent + " ", StringComparison.Ordinal))
            .Select(c => c[(parent.Length == 0 ? 0 : parent.Length + 1)..].Split(' ')[0]).Distinct()];

    private string Example(string path)
    {
        var command = commands.First(c => c.Command == path || c.Command.StartsWith(path + " ", StringComparison.Ordinal));
        var deeper = command.Command[path.Length..].Trim();
        // A command that makes its flags of subjects has none where no subject was built.
        var flag = command.Flags.Count > 0 ? command.Flags[0] : "FLAG";
        return deeper.Length == 0 ? $"{flag}: ..." : Nested(deeper, flag);
    }

    // mediator: { invite: { life: ... } }
    private static string Nested(string command, string flag) =>
        command.Split(' ').Reverse().Aggregate($"{flag}: ...", (inner, word) => $"{word}: {{ {inner} }}");
}
