using System.Globalization;

namespace Fathom.Link.Plans;

/// <summary>Parses settings and collects a fault for each invalid one, so that one exception lists them all.</summary>
internal sealed class PlanReader
{
    public delegate bool Parser<T>(string text, out T value);

    public List<string> Faults { get; } = [];

    /// <summary>The value of <paramref name="text"/>, or <paramref name="otherwise"/> if it is null or invalid.</summary>
    public T Read<T>(string flag, string? text, Parser<T> parse, T otherwise, string accepted)
    {
        if (text is null)
        {
            return otherwise;
        }

        if (parse(text.Trim(), out var value))
        {
            return value;
        }

        Fault(flag, text, accepted);
        return otherwise;
    }

    /// <summary>A whole number in a range.</summary>
    public int Number(string flag, string? text, int minimum, int maximum, int otherwise) =>
        Read(flag, text, (string t, out int value) =>
            int.TryParse(t, NumberStyles.None, CultureInfo.InvariantCulture, out value) && value >= minimum && value <= maximum,
            otherwise, $"a whole number from {minimum} to {maximum}");

    /// <summary>One of a few words.</summary>
    public T Choice<T>(string flag, string? text, T otherwise, params (string Word, T Value)[] choices) =>
        Read(flag, text, (string t, out T value) =>
        {
            var found = Array.FindIndex(choices, c => c.Word.Equals(t, StringComparison.OrdinalIgnoreCase));
            value = found < 0 ? otherwise : choices[found].Value;
            return found >= 0;
        }, otherwise, string.Join(", ", choices.Select(c => c.Word)));

    public void Fault(string flag, string found, string accepted) => Faults.Add($"{flag}: '{found}' is not accepted; accepted: {accepted}");
}
