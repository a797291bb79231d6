using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;

namespace Fathom.Doctor;

/// <summary>What a program calls: addresses that were seen, and the names that its command has for them.</summary>
internal static partial class ProgramTargets
{
    // Each is one more connection.
    private const int MaxMeasured = 3;

    /// <summary>The observations with names for what was seen as addresses: a link leads a name, where addresses of names are not
    /// found.</summary>
    /// <param name="seen">What was seen of the program.</param>
    /// <param name="words">Its command.</param>
    public static IReadOnlyList<Observation> Named(IReadOnlyList<Observation> seen, IReadOnlyList<string> words)
    {
        var named = words.SelectMany(w => Target().Matches(w)).ToLookup(
            m => m.Groups["port"].Success ? int.Parse(m.Groups["port"].ValueSpan, CultureInfo.InvariantCulture)
                : m.Groups["scheme"].Value == Uri.UriSchemeHttps ? 443 : 80,
            m => m.Groups["host"].Value);
        return [.. seen.Select(o => o is Observation<string> { Value: var targets } found && found.Quantity == WatchQuantities.Targets
            ? found with { Value = string.Join(' ', targets.Split(' ').SelectMany(t => NamesOf(t, named))) }
            : o)];
    }

    /// <summary>The longest round trip to what a program called: how much of a call is the path decides what only the path
    /// explains.</summary>
    /// <param name="seen">What was seen of the program.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <returns>The observation; none where the program called nothing, or nothing that answers PING.</returns>
    public static async Task<IReadOnlyList<Observation>> MeasureAsync(
        IEnumerable<Observation> seen, TimeProvider time, CancellationToken cancellation)
    {
        var evidence = new Evidence("targets", new Dictionary<string, string>(), seen);
        if (evidence.Find(WatchQuantities.Targets) is not { Value: var targets }
            || evidence.Find(WatchQuantities.Exchanges) is not { Value: > 0 })
        {
            return [];
        }

        List<Observation<double>> measured = [];
        foreach (var target in targets.Split(' ').Take(MaxMeasured))
        {
            if (await PathClock.MeasureAsync(target, time, cancellation) is Observation<double> found)
            {
                measured.Add(found);
            }
        }

        return [.. measured.OrderByDescending(m => m.Value).Take(1)];
    }

    private static IEnumerable<string> NamesOf(string target, ILookup<int, string> named) =>
        IPEndPoint.TryParse(target, out var end) && !IPAddress.IsLoopback(end.Address) && named[end.Port].Any()
            ? named[end.Port].Distinct().Select(name => $"{name}:{end.Port}")
            : [target];

    // https://name, http://name:80/path, name:5001; not an address, which begins with a digit.
    [GeneratedRegex(
        @"(?:(?<scheme>https?)://(?<host>[A-Za-z][\w.-]*)(?::(?<port>\d{1,5}))?)|(?:\b(?<host>[A-Za-z][\w.-]*):(?<port>\d{1,5})\b)")]
    private static partial Regex Target();
}
