using System.Data;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>
/// Where a figure of a page is from. One of:
/// <c>bench/results/FILE.json /POINTER</c>, a number or text of a committed record (RFC 6901);
/// <c>FILE: TEXT</c>, a text that a committed result or a source file contains, where spaces do not count;
/// <c>= EXPRESSION</c>, arithmetic on figures that the page explains.
/// </summary>
internal sealed partial record FigureSource(string Text)
{
    /// <summary>Returns why the source does not give the figure, or null where it does.</summary>
    public string? Fault(string figure)
    {
        var (content, fault) = Content();
        if (content is null)
        {
            return fault;
        }

        // Code states constants in its own way (16 << 20): there it is enough that the line is still the same.
        return Text.Split(':')[0].EndsWith(".cs", StringComparison.Ordinal) ? null
            : Numbers(figure).FirstOrDefault(n => !Gives(content, n, figure)) is { } missing ? $"{missing} is not in: {content}"
            : null;
    }

    private (string? Content, string? Fault) Content()
    {
        if (Text.StartsWith('='))
        {
            using var table = new DataTable { Locale = CultureInfo.InvariantCulture };
            var value = Convert.ToDouble(table.Compute(Text[1..], ""), CultureInfo.InvariantCulture);
            return (value.ToString("R", CultureInfo.InvariantCulture), null);
        }

        if (Pointer().Match(Text) is { Success: true } pointer)
        {
            using var record = JsonDocument.Parse(File.ReadAllText(Repository.PathOf(pointer.Groups[1].Value)));
            return At(record.RootElement, pointer.Groups[2].Value) is { } found ? (found, null) : (null, $"nothing is at {Text}");
        }

        var (file, text) = Text.Split(": ", 2) is [var path, var part] ? (path, part) : ("", "");
        return !File.Exists(Repository.PathOf(file))
                ? (null, $"'{Text}' is no source; accepted: FILE.json /POINTER, FILE: TEXT, = EXPRESSION")
            : Dense(File.ReadAllText(Repository.PathOf(file))).Contains(Dense(text), StringComparison.Ordinal) ? (text, null)
            : (null, $"{file} does not contain: {text}");
    }

    private static string? At(JsonElement element, string pointer)
    {
        foreach (var step in pointer.Split('/').Skip(1))
        {
            if (element.ValueKind == JsonValueKind.Array && int.TryParse(step, out var index) && index < element.GetArrayLength())
            {
                element = element[index];
            }
            else if (element.ValueKind != JsonValueKind.Object || !element.TryGetProperty(step, out element))
            {
                return null;
            }
        }

        return element.ToString();
    }

    // A figure is rounded to the digits that it shows; one in seconds can be from milliseconds.
    private static bool Gives(string content, string number, string figure)
    {
        var decimals = number.Split('.') is [_, var fraction] ? fraction.Length : 0;
        var value = Value(number);
        var isInSeconds = figure.EndsWith(" s", StringComparison.Ordinal) || figure.EndsWith(" seconds", StringComparison.Ordinal);
        double[] units = isInSeconds ? [1, 1e-3] : [1];
        return Numbers(content).Any(n => units.Any(u => Math.Abs(Math.Round(Value(n) * u, decimals) - value) < 1e-9));
    }

    private static IEnumerable<string> Numbers(string text) => Number().Matches(text).Select(m => m.Value);

    private static double Value(string number) => double.Parse(number, NumberStyles.Number, CultureInfo.InvariantCulture);

    private static string Dense(string text) => string.Concat(text.Where(c => !char.IsWhiteSpace(c)));

    [GeneratedRegex(@"^(bench/results/[\w.-]+\.json) (/\S+)$")]
    private static partial Regex Pointer();

    [GeneratedRegex(@"\d+(?:,\d{3})*(?:\.\d+)?")]
    private static partial Regex Number();
}
