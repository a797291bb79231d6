namespace Fathom.Load.Schedules;

/// <summary>
/// The rate of arrivals over time, in calls per second: constant, or in linear stages one after the other. Immutable. A schedule needs its
/// integral, the number of arrivals until a time, and the inverse of it.
/// </summary>
public sealed class RateProfile
{
    private readonly Segment[] _segments;

    private RateProfile(Segment[] segments, double end, IReadOnlyList<RateStage> stages, double start)
    {
        (_segments, EndSeconds, Stages, StartRate) = (segments, end, stages, start);
        var last = segments[^1];
        TotalArrivals = double.IsInfinity(end) ? double.PositiveInfinity : last.ArrivalsAt(end - last.Start);
    }

    /// <summary>The rate at the start, in calls per second.</summary>
    public double StartRate { get; }

    /// <summary>The stages; empty for a constant rate.</summary>
    public IReadOnlyList<RateStage> Stages { get; }

    /// <summary>When the last stage ends, in seconds; infinite for a constant rate.</summary>
    public double EndSeconds { get; }

    /// <summary>The number of arrivals of all stages; infinite for a constant rate.</summary>
    public double TotalArrivals { get; }

    /// <summary>A constant rate without end.</summary>
    /// <param name="rate">Calls per second, above zero.</param>
    /// <exception cref="ArgumentOutOfRangeException">The rate is not above zero, or not finite.</exception>
    public static RateProfile Constant(double rate)
    {
        RequireRate(rate, allowZero: false);
        return new RateProfile([new Segment(0, double.PositiveInfinity, rate, rate, 0)], double.PositiveInfinity, [], rate);
    }

    /// <summary>Stages one after the other.</summary>
    /// <param name="startRate">The rate at the start, in calls per second; zero or more.</param>
    /// <param name="stages">At least one stage; one of them has a duration and a rate above zero at one of its ends.</param>
    /// <exception cref="ArgumentException">There is no stage, or the stages have no arrivals.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A rate or a duration is negative or not finite.</exception>
    public static RateProfile Of(double startRate, IReadOnlyList<RateStage> stages)
    {
        ArgumentNullException.ThrowIfNull(stages);
        RequireRate(startRate, allowZero: true);
        var segments = new List<Segment>();
        var (start, arrivals, rate) = (0.0, 0.0, startRate);
        foreach (var stage in stages)
        {
            RequireRate(stage.Rate, allowZero: true);
            ArgumentOutOfRangeException.ThrowIfLessThan(stage.Duration, TimeSpan.Zero);
            var seconds = stage.Duration.TotalSeconds;
            if (seconds > 0)
            {
                segments.Add(new Segment(start, seconds, rate, stage.Rate, arrivals));
                start += seconds;
                arrivals = segments[^1].ArrivalsAt(seconds);
            }

            rate = stage.Rate;
        }

        return arrivals > 0
            ? new RateProfile([.. segments], start, [.. stages], startRate)
            : throw new ArgumentException("The stages have no arrivals: give one a duration and a rate above zero.", nameof(stages));
    }

    /// <summary>The number of arrivals until a time.</summary>
    /// <param name="seconds">Since the start; zero or more.</param>
    public double ArrivalsUntil(double seconds)
    {
        if (seconds >= EndSeconds)
        {
            return TotalArrivals;
        }

        ref readonly var segment = ref _segments[Array.FindLastIndex(_segments, s => s.Start <= seconds)];
        return segment.ArrivalsAt(seconds - segment.Start);
    }

    /// <summary>The time at which <paramref name="arrivals"/> have arrived, in seconds.</summary>
    /// <param name="arrivals">Zero or more; a fraction is allowed.</param>
    /// <param name="segment">The segment of the last answer, 0 at first: a search that goes forwards only.</param>
    /// <returns>The time, or infinity when the profile ends before.</returns>
    internal double TimeOf(double arrivals, ref int segment)
    {
        if (arrivals >= TotalArrivals)
        {
            return double.PositiveInfinity;
        }

        while (segment + 1 < _segments.Length && arrivals >= _segments[segment + 1].Before)
        {
            segment++;
        }

        return _segments[segment].TimeOf(arrivals);
    }

    private static void RequireRate(double rate, bool allowZero)
    {
        if (!double.IsFinite(rate) || rate < 0 || (rate == 0 && !allowZero))
        {
            throw new ArgumentOutOfRangeException(nameof(rate), rate, $"A rate is {rate}; accepted: above zero and finite.");
        }
    }

    private readonly record struct Segment(double Start, double Seconds, double From, double To, double Before)
    {
        private double Slope => double.IsInfinity(Seconds) ? 0 : (To - From) / Seconds;

        public double ArrivalsAt(double elapsed) => Before + (From * elapsed) + (Slope / 2 * elapsed * elapsed);

        // The root of a quadratic equation in the form that loses no digits when the slope is small.
        public double TimeOf(double arrivals)
        {
            var wanted = arrivals - Before;
            var root = Math.Sqrt(Math.Max(0, (From * From) + (2 * Slope * wanted)));
            return wanted <= 0 ? Start : Start + (2 * wanted / (From + root));
        }
    }
}
