using System.Globalization;
using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands.Links;

/// <summary>Reads the text of a link's flags and collects a fault for each that cannot be read, so that one message lists them
/// all.</summary>
internal sealed class LinkTextReader
{
    public delegate bool Parser<T>(string text, out T value);

    public List<LinkFault> Faults { get; } = [];

    /// <summary>The value of a setting; null where it is not set.</summary>
    /// <param name="setting">The setting.</param>
    /// <param name="parse">Reads it.</param>
    /// <param name="otherwise">Stands for a value that cannot be read, so that nothing else is said of it.</param>
    /// <param name="accepted">What can be read.</param>
    public T? Read<T>(SettingValue? setting, Parser<T> parse, T otherwise, string accepted)
        where T : struct => setting is null ? null : Of(setting, parse, otherwise, accepted);

    /// <summary>The same, of an object.</summary>
    public T? ReadObject<T>(SettingValue? setting, Parser<T> parse, T otherwise, string accepted)
        where T : class => setting is null ? null : Of(setting, parse, otherwise, accepted);

    /// <summary>A whole number.</summary>
    /// <param name="setting">The setting.</param>
    /// <param name="otherwise">Stands for a number that cannot be read.</param>
    /// <param name="range">What is accepted, in words.</param>
    public int? Number(SettingValue? setting, int otherwise, string range) => Read(setting, (string text, out int value) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value), otherwise, range);

    private T Of<T>(SettingValue setting, Parser<T> parse, T otherwise, string accepted)
    {
        if (parse(setting.Text.Trim(), out var value))
        {
            return value;
        }

        Faults.Add(new(setting.Where, setting.Text, $"is not accepted; accepted: {accepted}"));
        return otherwise;
    }
}
