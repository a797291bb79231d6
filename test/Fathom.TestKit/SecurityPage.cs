using System.Globalization;
using System.Text.RegularExpressions;

namespace Fathom.TestKit;

/// <summary>
/// The figures in the table of SECURITY.md. The test that a row names asserts with what the page says, not with a copy: where code and
/// page differ, that test fails. A figure is named by a quotation that begins with it.
/// </summary>
public static partial class SecurityPage
{
    /// <summary>The page.</summary>
    public static string Text { get; } = File.ReadAllText(Repository.PathOf("SECURITY.md"));

    /// <summary>The rows of the table: what a peer can make a host spend, how much of it at most, the names of tests.</summary>
    public static IReadOnlyList<(string Resource, string Limit, IReadOnlyList<string> Tests)> Rows { get; } =
        [.. Row().Matches(Text).Select(row => (row.Groups[1].Value, row.Groups[2].Value,
            (IReadOnlyList<string>)[.. TestName().Matches(row.Groups[3].Value).Select(test => test.Groups[1].Value)]))];

    /// <summary>The number with which a quotation of the table begins.</summary>
    /// <exception cref="ArgumentException">The table does not have the quotation, or has it twice.</exception>
    public static int Number(string quotation)
    {
        var found = Rows.Count(row => row.Limit.Contains(quotation, StringComparison.Ordinal));
        return found == 1 && Amount().Match(quotation) is { Success: true } amount
            ? int.Parse(amount.Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture)
            : throw new ArgumentException($"{found} rows of SECURITY.md have '{quotation}'. One must, and it must begin with a number.",
                nameof(quotation));
    }

    /// <summary>The bytes with which a quotation begins.</summary>
    public static long Bytes(string quotation) => Number(quotation) * (Unit(quotation) switch
    {
        "KiB" => 1L << 10,
        "MiB" => 1L << 20,
        "MB" => 1_000_000,
        var other => throw new ArgumentException($"'{other}' is no unit of bytes.", nameof(quotation)),
    });

    /// <summary>The time with which a quotation begins.</summary>
    public static TimeSpan Time(string quotation) => Number(quotation) * (Unit(quotation) switch
    {
        "s" => TimeSpan.FromSeconds(1),
        "minutes" => TimeSpan.FromMinutes(1),
        "day" => TimeSpan.FromDays(1),
        var other => throw new ArgumentException($"'{other}' is no unit of time.", nameof(quotation)),
    });

    private static string Unit(string quotation) => quotation.Split(' ') is [_, var unit, ..] ? unit.TrimEnd(',', '.', ':', ';') : "";

    [GeneratedRegex(@"^\d[\d,]*")]
    private static partial Regex Amount();

    [GeneratedRegex(@"^\| ([^|]+) \| ([^|]+) \| ((?:`\w+Tests`(?:, )?)+) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex("`(\\w+Tests)`")]
    private static partial Regex TestName();
}
