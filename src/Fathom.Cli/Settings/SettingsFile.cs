using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace Fathom.Cli.Settings;

/// <summary>A key of the settings file: a flag with its values, or a section with keys of its own.</summary>
/// <param name="Name">The key.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Values">The values of a flag; one for a single value.</param>
/// <param name="Keys">The keys of a section; null for a flag.</param>
internal sealed record SettingsKey(string Name, long Line, IReadOnlyList<string> Values, IReadOnlyList<SettingsKey>? Keys);

/// <summary>
/// Reads the YAML file of <c>--config</c>: flags under their names, alone or in sections by command.
/// <code>
/// profile: full            # a flag that only one command has
/// link:                    # a section: flags of 'fathom link'
///   delay: 50ms
/// mediator:
///   invite:                # flags of 'fathom mediator invite'
///     life: 5m
/// </code>
/// </summary>
internal static class SettingsFile
{
    /// <summary>Reads a file.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="name">Its name as the user wrote it, for messages.</param>
    /// <exception cref="CommandException">The file cannot be read, or is not of this form.</exception>
    public static IReadOnlyList<SettingsKey> Read(string path, string name)
    {
        try
        {
            using var reader = File.OpenText(path);
            var stream = new YamlStream();
            stream.Load(reader);
            return stream.Documents switch
            {
                [] => [],
                [{ RootNode: YamlMappingNode root }] => Keys(name, root),
                [{ RootNode: YamlScalarNode { Value: null or "" } }] => [],
                [_] => throw CommandException.Usage($"{name}: keys of the form 'flag: value' are expected, as in 'profile: full'"),
                _ => throw CommandException.Usage($"{name}: {stream.Documents.Count} YAML documents found; one is accepted"),
            };
        }
        catch (YamlException e)
        {
            throw CommandException.Usage(
                $"{name}, line {e.Start.Line}, column {e.Start.Column}: this is not YAML of the form 'flag: value': {e.Message}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Usage($"--config: '{name}' cannot be read: {e.Message}");
        }
    }

    private static List<SettingsKey> Keys(string file, YamlMappingNode node) => [.. node.Children.Select(c => Key(file, c.Key, c.Value))];

    private static SettingsKey Key(string file, YamlNode key, YamlNode value) =>
        key is not YamlScalarNode { Value: { Length: > 0 } name }
            ? throw CommandException.Usage($"{file}, line {key.Start.Line}: this is not the name of a flag or of a command")
            : value is YamlMappingNode section
            ? new SettingsKey(name, key.Start.Line, [], Keys(file, section))
            : new SettingsKey(name, key.Start.Line, Values($"{file}, line {key.Start.Line}: {name}", value), null);

    private static List<string> Values(string where, YamlNode value) => value switch
    {
        YamlScalarNode scalar => [Text(where, scalar)],
        YamlSequenceNode { Children.Count: > 0 } list when list.Children.All(c => c is YamlScalarNode) =>
            [.. list.Children.Cast<YamlScalarNode>().Select(c => Text(where, c))],
        _ => throw CommandException.Usage($"{where}: a value or a list of values is expected"),
    };

    private static string Text(string where, YamlScalarNode scalar) =>
        scalar.Value is { Length: > 0 } text && !(scalar.Style == ScalarStyle.Plain && text is "~" or "null")
            ? text
            : throw CommandException.Usage($"{where}: a value is missing");
}
