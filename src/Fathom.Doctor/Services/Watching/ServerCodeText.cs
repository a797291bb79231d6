using Fathom.Records.Words;

namespace Fathom.Doctor.Services.Watching;

/// <summary>What the code of a server did while calls were served, in words.</summary>
internal static class ServerCodeText
{
    private const int MostPlaces = 2;

    // A second one is said where it is such a part of the first.
    private const double LeastOfFirst = 0.5;

    /// <summary>A clause without a subject: what it awaits, and where its threads are.</summary>
    /// <returns>Null where nothing of it is worth to be said.</returns>
    public static string? Clause(ServerCode seen)
    {
        List<string> parts =
        [
            .. Most(seen.Awaited).Select(s => $"awaits {With(s, Percent)} {Percent(s.Share)} of the time"),
            .. Most(seen.Threads).Select(s => seen.Calls == 1
                ? $"{(s.Computes ? "computes in" : "has a thread in")} {With(s, Percent)} {Percent(s.Share)} of the time"
                : s.Computes ? $"computes in {With(s, Number)} on {Number(s.Share)}"
                : $"has {Number(s.Share)} in {With(s, Number)}"),
        ];
        return parts.Count == 0 ? null : ServerActivityText.Joined(parts);
    }

    private static IEnumerable<CodeShare> Most(IReadOnlyList<CodeShare> places) =>
        places.Take(MostPlaces).Where(p => p.Share >= LeastOfFirst * places[0].Share);

    private static string With(CodeShare place, Func<double, string> show) => place.Parts.Count == 0 ? place.Method
        : $"{place.Method} ({string.Join(", ", place.Parts.Take(MostPlaces).Select(p => $"{p.Method} {show(p.Share)}"))})";

    private static string Number(double threads) => FigureText.Count(Math.Round(threads, threads < 2 ? 1 : 0), "thread");

    private static string Percent(double share) => $"{FigureText.Number(Math.Round(100 * Math.Min(1, share)))} %";
}
