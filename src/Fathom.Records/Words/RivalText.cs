using Fathom.Records.Doctors;

namespace Fathom.Records.Words;

/// <summary>The words for what was predicted and measured of a rival, the same on terminal and page.</summary>
public static class RivalText
{
    private const string Milliseconds = ", ms";
    private const string Share = "share of ";

    /// <summary>A prediction beside its measurement: <c>two calls at once over one call was 1.01, 1.7 to 2.4 was predicted</c>.</summary>
    public static string Of(DoctorPrediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        return $"{What(prediction)} {Measured(prediction)}, {Predicted(prediction)} was predicted";
    }

    /// <summary>What was rejected: <c>not a lock or a gate</c>.</summary>
    public static string Head(RejectedRivals rejected)
    {
        ArgumentNullException.ThrowIfNull(rejected);
        return $"not {Joined(rejected.Names, "or")}";
    }

    /// <summary>What is left: <c>found: a lock</c>, or with its cause where several are.</summary>
    public static string Head(DoctorRival left)
    {
        ArgumentNullException.ThrowIfNull(left);
        return left.Became == RivalFate.Found ? $"found: {left.Name}" : $"possible: {left.Name} ({left.Cause})";
    }

    /// <summary>What a server cannot have, those of one reason together.</summary>
    public static IReadOnlyList<string> Impossible(DoctorRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        return
        [
            .. record.Rivals.Where(r => r.Became == RivalFate.Impossible).GroupBy(r => r.Why)
                .Select(g => $"not {Joined([.. g.Select(r => r.Name)], "or")}: {g.Key ?? "impossible here"}"),
        ];
    }

    /// <summary>What was measured, as a noun phrase without its unit.</summary>
    public static string What(DoctorPrediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        return prediction.Text.EndsWith(Milliseconds, StringComparison.Ordinal) ? prediction.Text[..^Milliseconds.Length] : prediction.Text;
    }

    /// <summary>The unit of its values as in records; empty for a ratio.</summary>
    public static string Unit(DoctorPrediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        return prediction.Text.EndsWith(Milliseconds, StringComparison.Ordinal) ? "ms"
            : prediction.Text.StartsWith(Share, StringComparison.Ordinal) ? "%" : "";
    }

    /// <summary>By what its values are multiplied to be in that unit.</summary>
    public static double Factor(DoctorPrediction prediction) => Unit(prediction) == "%" ? 100 : 1;

    /// <summary>A value with its unit.</summary>
    public static string Value(DoctorPrediction prediction, double value) =>
        Amount.Show(Rounded(value * Factor(prediction)), Unit(prediction));

    /// <summary>The predicted range.</summary>
    public static string Predicted(DoctorPrediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        return (prediction.Low, prediction.High) switch
        {
            ({ } low, { } high) => Range(prediction, low, high),
            ({ } low, _) => $"at least {Value(prediction, low)}",
            (_, { } high) => $"at most {Value(prediction, high)}",
            _ => "anything",
        };
    }

    /// <summary>Names as people list them: <c>a, b or c</c>.</summary>
    public static string Joined(IReadOnlyList<string> names, string word)
    {
        ArgumentNullException.ThrowIfNull(names);
        return names.Count < 2 ? string.Concat(names) : $"{string.Join(", ", names.SkipLast(1))} {word} {names[^1]}";
    }

    // What is rejected although its median is as predicted is rejected by how it varies.
    private static string Measured(DoctorPrediction prediction) =>
        prediction.IsRejected && prediction.Values.Count > 1 && IsPredicted(prediction, prediction.Measured)
            ? $"varied from {Range(prediction, prediction.Values.Min(), prediction.Values.Max())}"
            : $"was {Value(prediction, prediction.Measured)}";

    private static bool IsPredicted(DoctorPrediction prediction, double value) =>
        value >= (prediction.Low ?? double.NegativeInfinity) && value <= (prediction.High ?? double.PositiveInfinity);

    private static string Range(DoctorPrediction prediction, double low, double high)
    {
        var factor = Factor(prediction);
        return Amount.Range(Rounded(low * factor), Rounded(high * factor), Unit(prediction), " to ");
    }

    // What is hardly above 0 is noise: 0.00213 of a ratio is 0.
    private static double Rounded(double value) => Math.Abs(value) < 0.01 ? 0 : Math.Abs(value) < 10 ? Math.Round(value, 2) : value;
}
