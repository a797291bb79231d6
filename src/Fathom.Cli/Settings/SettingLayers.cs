using System.CommandLine;
using YamlDotNet.Core;
using YamlDotNet.Serialization;

namespace Fathom.Cli.Settings;

/// <summary>
/// Where the value of a flag comes from when it is not on the command line: <c>FATHOM_NAME</c> in the environment, else the YAML
/// file named by <c>--config</c> (or <c>FATHOM_CONFIG</c>), which holds flags under their own names, else the default.
/// </summary>
internal sealed class SettingLayers
{
    public static readonly Option<string?> ConfigOption = new("--config")
    {
        Description = "YAML file that holds flags under their names (profile: full); flags and FATHOM_* variables override it",
        HelpName = "FILE",
        Recursive = true,
    };

    private readonly IReadOnlyDictionary<string, string> _environment;
    private readonly Dictionary<string, string> _file;
    private readonly string _fileName;

    private SettingLayers(IReadOnlyDictionary<string, string> environment, string fileName, Dictionary<string, string> file)
    {
        _environment = environment;
        _fileName = fileName;
        _file = file;
    }

    public static SettingLayers Read(IReadOnlyList<string> arguments, FathomConsole console)
    {
        var file = ConfigFile(arguments) ?? console.Environment.GetValueOrDefault(VariableOf("--config"));
        return new SettingLayers(console.Environment, file ?? "", file is null ? [] : ReadFile(Path.Combine(console.Folder, file), file));
    }

    /// <summary>The value given for a flag outside the command line, and where it stands; null where it is nowhere.</summary>
    public (string Value, string Where)? Find(string flag)
    {
        if (_environment.TryGetValue(VariableOf(flag), out var value))
        {
            return (value, VariableOf(flag));
        }

        return _file.TryGetValue(flag.TrimStart('-'), out value) ? (value, $"{_fileName}: {flag.TrimStart('-')}") : null;
    }

    /// <summary>Refuses a name in the file that no flag has.</summary>
    public void RefuseUnknown(RootCommand root)
    {
        var flags = root.Subcommands.SelectMany(c => c.Subcommands.SelectMany(n => n.Options).Concat(c.Options)).Select(o => o.Name.TrimStart('-')).Distinct().ToList();
        foreach (var name in _file.Keys.Where(name => !flags.Contains(name)))
        {
            throw CommandException.Usage(DidYouMean.Refusal($"{_fileName}: ", name, "the name of a flag", flags));
        }
    }

    private static string VariableOf(string flag) => "FATHOM_" + flag.TrimStart('-').Replace('-', '_').ToUpperInvariant();

    // Before the command line is parsed, since the file decides what a flag's default is.
    private static string? ConfigFile(IReadOnlyList<string> arguments)
    {
        // What follows "--" is a command's own.
        for (var i = 0; i < arguments.Count && arguments[i] != "--"; i++)
        {
            if (arguments[i].StartsWith("--config=", StringComparison.Ordinal))
            {
                return arguments[i]["--config=".Length..];
            }

            if (arguments[i] == "--config" && i + 1 < arguments.Count)
            {
                return arguments[i + 1];
            }
        }

        return null;
    }

    private static Dictionary<string, string> ReadFile(string path, string name)
    {
        try
        {
            using var reader = File.OpenText(path);
            var content = new DeserializerBuilder().Build().Deserialize<Dictionary<string, object?>?>(reader) ?? [];
            return content.ToDictionary(e => e.Key, e => Text(name, e.Key, e.Value));
        }
        catch (YamlException e)
        {
            throw CommandException.Usage(
                $"--config: '{name}' is not YAML of the form 'flag: value': line {e.Start.Line}, column {e.Start.Column}: {e.Message}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Usage($"--config: '{name}' cannot be read: {e.Message}");
        }
    }

    private static string Text(string file, string key, object? value) => value switch
    {
        string text => text,
        List<object> items when items.TrueForAll(i => i is string) => string.Join('\n', items),
        null => throw CommandException.Usage($"{file}: '{key}' has no value"),
        _ => throw CommandException.Usage($"{file}: '{key}' is neither a value nor a list of values"),
    };
}
