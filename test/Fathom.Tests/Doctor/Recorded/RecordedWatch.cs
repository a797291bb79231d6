using System.Globalization;
using System.Reflection;
using System.Text.Json.Nodes;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>What was observed: values by probe and by id of their quantity.</summary>
/// <param name="Observed">The values.</param>
internal sealed record RecordedWatch(SortedDictionary<string, SortedDictionary<string, JsonValue>> Observed)
{
    private static readonly Dictionary<string, Quantity> Quantities = typeof(Quantity).Assembly.GetTypes()
        .Where(t => t.Namespace == typeof(Quantity).Namespace)
        .SelectMany(t => t.GetProperties(BindingFlags.Public | BindingFlags.Static))
        .Where(p => p.PropertyType.IsSubclassOf(typeof(Quantity)))
        .Select(p => (Quantity)p.GetValue(null)!)
        .ToDictionary(q => q.Id);

    /// <summary>What could not be looked at, and why; null for nothing.</summary>
    public IReadOnlyList<string>? NotSeen { get; init; }

    /// <summary>Whether a runtime sent no events.</summary>
    public bool LacksEvents { get; init; }

    /// <summary>Records a watch.</summary>
    public static RecordedWatch Of(WatchResult seen) =>
        Of(seen.Observations, seen.NotSeen) with { LacksEvents = seen.LacksEvents };

    /// <summary>Records observations of probes.</summary>
    public static RecordedWatch Of(IEnumerable<Observation> observations, IReadOnlyList<string> notSeen) =>
        new(new SortedDictionary<string, SortedDictionary<string, JsonValue>>(observations
            .GroupBy(o => ((ObservationSource.Probe)o.Source).Name)
            .ToDictionary(g => g.Key, g => new SortedDictionary<string, JsonValue>(g.ToDictionary(o => o.Of.Id, ValueOf)))))
        {
            NotSeen = notSeen.Count == 0 ? null : notSeen,
        };

    /// <summary>The observations.</summary>
    public IReadOnlyList<Observation> Observations() =>
        [.. Observed.SelectMany(p => p.Value, (p, v) => Seen(Quantities[v.Key], v.Value, p.Key))];

    /// <summary>The watch.</summary>
    public WatchResult Result() => new(Observations(), NotSeen ?? []) { LacksEvents = LacksEvents };

    private static JsonValue ValueOf(Observation observation) => observation switch
    {
        Observation<double> number => double.IsFinite(number.Value) ? JsonValue.Create(number.Value)
            : JsonValue.Create(number.Value.ToString(CultureInfo.InvariantCulture)),
        Observation<bool> yes => JsonValue.Create(yes.Value),
        Observation<string> text => JsonValue.Create(text.Value),
        _ => throw new NotSupportedException($"'{observation.Of}' is no number, no name and no yes or no."),
    };

    private static Observation Seen(Quantity quantity, JsonValue value, string probe) => quantity switch
    {
        Quantity<double> number => number.Seen(
            double.Parse(value.ToString(), CultureInfo.InvariantCulture), probe, TimeSpan.Zero),
        Quantity<bool> yes => yes.Seen(value.GetValue<bool>(), probe, TimeSpan.Zero),
        Quantity<string> text => text.Seen(value.GetValue<string>(), probe, TimeSpan.Zero),
        _ => throw new NotSupportedException($"'{quantity}' is no number, no name and no yes or no."),
    };
}
