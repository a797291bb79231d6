using System.Globalization;
using Microsoft.Extensions.Configuration;

namespace Fathom.Mediator.Settings;

/// <summary>Reads one section's values as text, so that each that cannot be read becomes a fault and none hides another.</summary>
internal sealed class SectionReader(IConfigurationSection section, string path, List<string> faults)
{
    private readonly List<string> _known = [];

    /// <summary>A section that is there: it holds something.</summary>
    public static bool IsThere(IConfigurationSection section) => section.GetChildren().Any();

    /// <summary>A section in this one where it is there, else null.</summary>
    public SectionReader? SectionIfThere(string key)
    {
        var found = Section(key);
        return IsThere(section.GetSection(key)) ? found : null;
    }

    public SectionReader Section(string key)
    {
        _known.Add(key);
        return new SectionReader(section.GetSection(key), $"{path}:{key}", faults);
    }

    public string? Text(string key)
    {
        _known.Add(key);
        return section[key] is { Length: > 0 } text ? text : null;
    }

    /// <summary>The values of a list, in order; empty where there is none. A value in its place that is no list is a fault.</summary>
    public IReadOnlyList<string> List(string key)
    {
        _known.Add(key);
        if (section[key] is { Length: > 0 } text)
        {
            return Fault<IReadOnlyList<string>>(key, text, "a list is accepted", []);
        }

        return [.. section.GetSection(key).GetChildren().Select(item => item.Value ?? "")];
    }

    /// <summary>A whole number; where it is missing <paramref name="otherwise"/>, where it is none <paramref name="unreadable"/>, so that
    /// one fault is said once.</summary>
    public int Number(string key, int otherwise, int unreadable)
    {
        if (Text(key) is not { } text)
        {
            return otherwise;
        }

        return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? number
            : Fault(key, text, "a whole number, digits alone, is accepted", unreadable);
    }

    public bool Flag(string key, bool otherwise) => Text(key) switch
    {
        null => otherwise,
        var text when bool.TryParse(text, out var flag) => flag,
        var text => Fault(key, text, "true and false are accepted", otherwise),
    };

    public TimeSpan Duration(string key, TimeSpan otherwise) => Text(key) switch
    {
        null => otherwise,
        var text when TimeSpan.TryParseExact(text, "c", CultureInfo.InvariantCulture, out var duration) => duration,
        var text => Fault(key, text, "a duration as in 00:00:30 is accepted", otherwise),
    };

    public T Word<T>(string key, T otherwise)
        where T : struct, Enum
    {
        var text = Text(key);
        return text is null ? otherwise
            : Enum.GetNames<T>().FirstOrDefault(n => n.Equals(text, StringComparison.OrdinalIgnoreCase)) is { } name ? Enum.Parse<T>(name)
            : Fault(key, text, $"{string.Join(", ", Enum.GetNames<T>())} are accepted", otherwise);
    }

    /// <summary>Names every key that nobody asked for: a misspelt one would be passed over in silence.</summary>
    public void RefuseOthers()
    {
        foreach (var child in section.GetChildren().Where(c => !_known.Contains(c.Key, StringComparer.OrdinalIgnoreCase)))
        {
            faults.Add($"{path}:{child.Key} is not known: {string.Join(", ", _known)} are accepted.");
        }
    }

    private T Fault<T>(string key, string text, string accepted, T value)
    {
        faults.Add($"{path}:{key} is '{text}': {accepted}.");
        return value;
    }
}
