using System.Collections;
using System.Globalization;

namespace Fathom.Tests.Records;

/// <summary>Compares two values by content: records by their properties, lists in order, dictionaries by key.</summary>
internal static class SameRecord
{
    /// <summary>The places where they differ.</summary>
    public static IEnumerable<string> Differences(object? a, object? b, string at = "") => (a, b) switch
    {
        (null, null) => [],
        (string or ValueType, _) or (_, string or ValueType) or (null, _) or (_, null) =>
            Equals(a, b) ? [] : [string.Create(CultureInfo.InvariantCulture, $"{at}: {a ?? "null"} / {b ?? "null"}")],
        (IDictionary x, IDictionary y) => x.Keys.Cast<object>().Union(y.Keys.Cast<object>())
            .SelectMany(k => Differences(x.Contains(k) ? x[k] : null, y.Contains(k) ? y[k] : null, $"{at}/{k}")),
        (IEnumerable x, IEnumerable y) => Lists([.. x.Cast<object>()], [.. y.Cast<object>()], at),
        _ => a.GetType().GetProperties().Where(p => p.GetIndexParameters().Length == 0)
            .SelectMany(p => Differences(p.GetValue(a), p.GetValue(b), $"{at}/{p.Name}")),
    };

    private static IEnumerable<string> Lists(List<object> a, List<object> b, string at) => a.Count != b.Count
        ? [$"{at}: {a.Count} items / {b.Count} items"]
        : a.Zip(b).Index().SelectMany(p => Differences(p.Item.First, p.Item.Second, $"{at}/{p.Index}"));
}
