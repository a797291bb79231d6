using System.Globalization;

namespace Fathom.Link.Impairments;

/// <summary>
/// A recorded link in mahimahi's format. Each line is the millisecond of an opportunity to deliver 1,500 bytes, in ascending order; several
/// in one millisecond are several lines. The trace repeats from the time of its last opportunity.
/// (Netravali et al., "Mahimahi: accurate record-and-replay for HTTP", USENIX ATC 2015; <c>mm-link</c>'s manual page.)
/// </summary>
public sealed class DeliveryTrace
{
    /// <summary>Maximum bytes of IP packets per opportunity.</summary>
    public const int BytesPerOpportunity = 1500;

    private readonly long[] _milliseconds;

    private DeliveryTrace(long[] milliseconds) => _milliseconds = milliseconds;

    /// <summary>Opportunities in one repetition.</summary>
    public int Count => _milliseconds.Length;

    /// <summary>Duration of one repetition.</summary>
    public TimeSpan Period => TimeSpan.FromMilliseconds(_milliseconds[^1]);

    /// <summary>Rate if every opportunity is used, bits per second.</summary>
    public double MeanRate => Count * BytesPerOpportunity * 8 / Period.TotalSeconds;

    /// <summary>Parses a trace; <paramref name="fault"/> names the invalid line and the reason.</summary>
    public static bool TryParse(IEnumerable<string> lines, out DeliveryTrace? trace, out string? fault)
    {
        var times = new List<long>();
        (trace, fault) = (null, null);
        var number = 0;
        foreach (var line in lines)
        {
            number++;
            if (!long.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out var time) || time > int.MaxValue)
            {
                fault = $"line {number} is '{Shorten(line)}'; accepted: a whole number of milliseconds";
                return false;
            }

            if (times.Count > 0 && time < times[^1])
            {
                fault = $"line {number} is {time}, below the line before it ({times[^1]}); accepted: numbers that ascend";
                return false;
            }

            times.Add(time);
        }

        if (times.Count == 0 || times[^1] == 0)
        {
            fault = times.Count == 0 ? "it holds no line"
                : "it ends at millisecond 0; accepted: a last line above 0, which is the length of the trace";
            return false;
        }

        trace = new DeliveryTrace([.. times]);
        return true;
    }

    /// <summary>The time of opportunity <paramref name="index"/>, counted over all repetitions, nanoseconds from the trace's
    /// start.</summary>
    internal long TimeOf(long index) => ((index / Count * _milliseconds[^1]) + _milliseconds[index % Count]) * 1_000_000;

    private static string Shorten(string line) => line.Length <= 40 ? line : line[..40] + "...";
}
