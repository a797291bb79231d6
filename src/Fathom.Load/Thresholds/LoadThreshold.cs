using System.Globalization;

namespace Fathom.Load.Thresholds;

/// <summary>A limit that a run must hold, such as <c>p99&lt;20ms</c>, <c>errors&lt;1%</c> or <c>rate&gt;=1000</c>. Immutable.</summary>
public sealed class LoadThreshold
{
    /// <summary>The accepted form, for messages.</summary>
    public const string Accepted = "FIGURE<VALUE with <, <=, > or >=, where FIGURE is pN (p50, p99, p99.9), mean, max, errors or rate, "
        + "such as 'p99<20ms', 'errors<1%' or 'rate>=1000'";

    private static readonly string[] Operators = ["<=", ">=", "<", ">"];

    private static readonly (string Name, double Nanoseconds)[] Units =
        [("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3600e9)];

    private readonly string _operator;

    private LoadThreshold(string text, LoadFigure figure, double percent, string comparison, double limit)
    {
        (Text, Figure, Percent, _operator, Limit) = (text, figure, percent, comparison, limit);
    }

    /// <summary>The threshold as it was written.</summary>
    public string Text { get; }

    /// <summary>What it limits.</summary>
    public LoadFigure Figure { get; }

    /// <summary>The percentile, 0 to 100, where <see cref="Figure"/> is one.</summary>
    public double Percent { get; }

    /// <summary>The limit: nanoseconds, a share from 0 to 1, or calls per second.</summary>
    public double Limit { get; }

    /// <summary>Reads a threshold; null when the text is none.</summary>
    public static LoadThreshold? TryParse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var compact = text.Replace(" ", "", StringComparison.Ordinal);
        var comparison = Array.Find(Operators, o => compact.Contains(o, StringComparison.Ordinal));
        if (comparison is null || compact.Split(comparison) is not [var name, var value])
        {
            return null;
        }

        var percent = 0.0;
        LoadFigure? figure = name switch
        {
            "mean" => LoadFigure.Mean,
            "max" => LoadFigure.Max,
            "errors" => LoadFigure.Errors,
            "rate" => LoadFigure.Rate,
            ['p', .. var digits] when TryNumber(digits, out percent) && percent <= 100 => LoadFigure.Percentile,
            _ => null,
        };
        return figure is { } known && TryLimit(known, value, out var limit)
            ? new LoadThreshold(compact, known, percent, comparison, limit)
            : null;
    }

    /// <summary>Whether a measured value holds the limit.</summary>
    /// <param name="value">The value, in the unit of <see cref="Limit"/>; null, when nothing was measured, does not hold.</param>
    public bool Holds(double? value) => value is { } measured && _operator switch
    {
        "<" => measured < Limit,
        "<=" => measured <= Limit,
        ">" => measured > Limit,
        _ => measured >= Limit,
    };

    private static bool TryLimit(LoadFigure figure, string value, out double limit) => figure switch
    {
        LoadFigure.Errors => value.EndsWith('%') ? TryNumber(value[..^1], out limit) && (limit /= 100) <= 1
            : TryNumber(value, out limit) && limit <= 1,
        LoadFigure.Rate => TryNumber(value.EndsWith("/s", StringComparison.Ordinal) ? value[..^2] : value, out limit),
        _ => TryDuration(value, out limit),
    };

    private static bool TryDuration(string value, out double nanoseconds)
    {
        var digits = value.AsSpan().LastIndexOfAnyInRange('0', '9') + 1;
        var unit = Array.Find(Units, u => u.Name == value[digits..]);
        var read = TryNumber(value[..digits], out var number) && unit.Name is not null;
        nanoseconds = number * unit.Nanoseconds;
        return read;
    }

    private static bool TryNumber(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number) && double.IsFinite(number);
}
