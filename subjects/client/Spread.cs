using Fathom.SubjectProtocol;

namespace Fathom.Subjects.Client;

/// <summary>Spread of the calls of a workload, in BenchmarkDotNet's terms, which the published figures use.</summary>
internal static class Spread
{
    // Student's t for a two-sided confidence of 99.9 %, by degrees of freedom from 1 on; beyond them the normal distribution's is near
    // enough.
    private static readonly double[] T =
    [
        636.619, 31.599, 12.924, 8.610, 6.869, 5.959, 5.408, 5.041, 4.781, 4.587, 4.437, 4.318, 4.221, 4.140, 4.073, 4.015, 3.965, 3.922,
            3.883, 3.850,
        3.819, 3.792, 3.768, 3.745, 3.725, 3.707, 3.690, 3.674, 3.659, 3.646,
    ];

    private const double Normal = 3.291;

    /// <summary>Adds standard deviation and error (half of the 99.9 % confidence interval of the mean) of <paramref name="times"/>, in
    /// milliseconds; nothing for fewer than two.</summary>
    public static void Add(Dictionary<string, double> values, IReadOnlyList<double> times)
    {
        if (times.Count < 2)
        {
            return;
        }

        var mean = times.Average();
        var deviation = Math.Sqrt(times.Sum(t => (t - mean) * (t - mean)) / (times.Count - 1));
        values[ReportedValues.DownloadDeviation] = deviation;
        values[ReportedValues.DownloadError] =
            (times.Count - 1 <= T.Length ? T[times.Count - 2] : Normal) * deviation / Math.Sqrt(times.Count);
    }
}
