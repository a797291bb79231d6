using System.Globalization;
using Fathom.Records.Doctors;

namespace Fathom.Records.Words;

/// <summary>The words for what became of an earlier verdict, the same on terminal and page.</summary>
public static class DoctorChangeText
{
    /// <summary>The runs of then against those of now.</summary>
    public static string Time(DoctorTimeChange time)
    {
        ArgumentNullException.ThrowIfNull(time);
        return string.Create(CultureInfo.InvariantCulture,
            $"{time.Metric}: {Value(time, time.Before)} \u2192 {Value(time, time.After)}, {Amount.Number(time.Ratio.Value)} times ")
            + $"({IntervalText.Of(time.Ratio)} {Amount.Range(time.Ratio.Low, time.Ratio.High, "", " to ")}), "
            + string.Create(CultureInfo.InvariantCulture,
                $"{time.RunsBefore} runs then and {time.RunsAfter} now, p = {time.PValue:0.####}: {Kind(time.Kind)}");
    }

    /// <summary>What became of a cause.</summary>
    public static string Cause(DoctorCauseChange cause)
    {
        ArgumentNullException.ThrowIfNull(cause);
        return cause.Became switch
        {
            CauseFate.Gone => $"{cause.Id} is gone; then {cause.Before}; now {cause.After}",
            CauseFate.Left => $"{cause.Id} is left; then {cause.Before}; now {cause.After}",
            CauseFate.New => $"{cause.Id} is new: {cause.After}",
            _ => $"{cause.Id} could not be looked at now; then {cause.Before}",
        };
    }

    private static string Value(DoctorTimeChange time, double value) =>
        time.Unit.Length > 0 ? Amount.Show(value, time.Unit) : Amount.Number(value);

    private static string Kind(ChangeKind kind) => kind switch
    {
        ChangeKind.Better => "better",
        ChangeKind.Worse => "worse",
        ChangeKind.Same => "the same",
        ChangeKind.Different => "different",
        _ => "undecided",
    };
}
