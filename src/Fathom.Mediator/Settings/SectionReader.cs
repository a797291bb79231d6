using System.Globalization;
using Microsoft.Extensions.Configuration;

namespace Fathom.Mediator.Settings;

/// <summary>Reads the values of one section. Each unreadable value adds a fault, and none hides another.</summary>
internal sealed class SectionReader(IConfigurationSection section, string path, List<string> faults)
{
    private readonly List<string> _known = [];

    /// <summary>Whether a section has any key.</summary>
    public static bool Exists(IConfigurationSection section) => section.GetChildren().Any();

    /// <summary>A section of this one if it exists, else null.</summary>
    public SectionReader? OptionalSection(string key)
    {
        var found = Section(key);
        return Exists(section.GetSection(key)) ? found : null;
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

    /// <summary>The values of a list, in order; empty if there is none. A single value in its place is a fault.</summary>
    public IReadOnlyList<string> List(string key)
    {
        _known.Add(key);
        if (section[key] is { Length: > 0 } text)
        {
            return Fault<IReadOnlyList<string>>(key, text, "a list is accepted", []);
        }

        return [.. section.GetSection(key).GetChildren().Select(item => item.Value ?? "")];
    }

    /// <summary>A whole number; <paramref name="fallback"/> if it is missing, <paramref name="unreadable"/> if it is no number: a value
    /// that passes later checks, so that the fault is reported once.</summary>
    public int Number(string key, int fallback, int unreadable)
    {
        if (Text(key) is not { } text)
        {
            return fallback;
        }

        return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? number
            : Fault(key, text, "a whole number, digits alone, is accepted", unreadable);
    }

    public bool Boolean(string key, bool fallback) => Text(key) switch
    {
        null => fallback,
        var text when bool.TryParse(text, out var flag) => flag,
        var text => Fault(key, text, "true and false are accepted", fallback),
    };

    public TimeSpan Duration(string key, TimeSpan fallback) => Text(key) switch
    {
        null => fallback,
        var text when TimeSpan.TryParseExact(text, "c", CultureInfo.InvariantCulture, out var duration) => duration,
        var text => Fault(key, text, "a duration as in 00:00:30 is accepted", fallback),
    };

    public T Enumeration<T>(string key, T fallback)
        where T : struct, Enum
    {
        var text = Text(key);
        return text is null ? fallback
            : Enum.GetNames<T>().FirstOrDefault(n => n.Equals(text, StringComparison.OrdinalIgnoreCase)) is { } name ? Enum.Parse<T>(name)
            : Fault(key, text, $"{string.Join(", ", Enum.GetNames<T>())} are accepted", fallback);
    }

    /// <summary>Adds a fault for every unknown key: a misspelt key would be ignored silently.</summary>
    public void RejectUnknownKeys()
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
