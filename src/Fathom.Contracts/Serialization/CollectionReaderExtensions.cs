using System.Runtime.CompilerServices;

namespace Fathom.Contracts.Serialization;

/// <summary>Creates collections with capacity for the elements in the input, never for more.</summary>
public static class CollectionReaderExtensions
{
    /// <summary>
    /// Creates a list with capacity for the length-delimited element whose tag was just read, and for those directly behind it in the
    /// segment.
    /// </summary>
    /// <param name="reader">The reader, at the element's length.</param>
    /// <param name="tag">The tag of each element.</param>
    public static List<T> NewList<T>(this ref ContractReader reader, uint tag) => new(ElementCount.OfTagged(reader.Window, tag));

    /// <summary>Reserves capacity for a packed list of fixed-size elements, which was just begun.</summary>
    public static void ReserveFixed<T>(this ref ContractReader reader, List<T> list, int bytesPerElement)
    {
        ArgumentNullException.ThrowIfNull(list);
        if (reader.Remaining % bytesPerElement != 0)
        {
            throw reader.Malformed($"a packed list has {reader.Remaining} bytes, no multiple of the {bytesPerElement} of an element.");
        }

        list.EnsureCapacity(list.Count + (reader.Remaining / bytesPerElement));
    }

    /// <summary>Reserves capacity for a packed list of varints, which was just begun. Each ends with its only byte below 0x80.</summary>
    public static void ReserveVarints<T>(this ref ContractReader reader, List<T> list)
    {
        ArgumentNullException.ThrowIfNull(list);
        list.EnsureCapacity(list.Count + ElementCount.OfVarints(reader.Window));
    }

    /// <summary>The list to append to, when a repeated message is merged.</summary>
    /// <param name="reader">The reader that created <paramref name="earlier"/>.</param>
    /// <param name="earlier">The list of the previous occurrence.</param>
    /// <param name="copy">Whether to copy it, because the message owns its collection.</param>
    public static List<T>? MergeList<T>(this ref ContractReader reader, IEnumerable<T>? earlier, bool copy = false)
    {
        if (earlier is null || (earlier is List<T> mine && !copy))
        {
            return earlier as List<T>;
        }

        var list = new List<T>(earlier);
        reader.ChargeMerge((long)list.Count * Unsafe.SizeOf<T>());
        return list;
    }

    /// <summary>The dictionary to add to, when a repeated message is merged.</summary>
    /// <param name="reader">The reader that created <paramref name="earlier"/>.</param>
    /// <param name="earlier">The dictionary of the previous occurrence.</param>
    /// <param name="copy">Whether to copy it, because the message owns its collection.</param>
    public static Dictionary<TKey, TValue>? MergeMap<TKey,
        TValue>(this ref ContractReader reader, IEnumerable<KeyValuePair<TKey, TValue>>? earlier, bool copy = false)
        where TKey : notnull
    {
        if (earlier is null || (earlier is Dictionary<TKey, TValue> mine && !copy))
        {
            return earlier as Dictionary<TKey, TValue>;
        }

        var map = new Dictionary<TKey, TValue>(earlier);
        reader.ChargeMerge((long)map.Count * (Unsafe.SizeOf<KeyValuePair<TKey, TValue>>() + 16));
        return map;
    }
}
