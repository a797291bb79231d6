using Fathom.Link.Units;

namespace Fathom.Cli.Settings;

/// <summary>Durations as users write them, as in <c>1.5s</c>.</summary>
internal static class WrittenDuration
{
    /// <summary>Reads one; what is none, or out of its range, ends the command.</summary>
    /// <param name="written">What the user wrote; null gives <paramref name="otherwise"/>.</param>
    /// <param name="otherwise">Where nothing was written.</param>
    /// <param name="range">The shortest and the longest that are accepted.</param>
    /// <param name="accepted">The range in words, with an example.</param>
    public static TimeSpan Read(Written? written, TimeSpan otherwise, (TimeSpan Shortest, TimeSpan Longest) range, string accepted) =>
        written is null
        ? otherwise
        : DurationText.TryParse(written.Value, out var nanoseconds)
            && TimeSpan.FromTicks(nanoseconds / TimeSpan.NanosecondsPerTick) is var duration && duration >= range.Shortest
            && duration <= range.Longest
        ? duration
        : throw CommandException.Usage($"{written.Where}: '{written.Value}' is not a duration {accepted}");
}
