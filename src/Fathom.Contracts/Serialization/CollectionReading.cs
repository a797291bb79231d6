using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Fathom.Contracts.Serialization;

/// <summary>Room in collections while they are read, never more than the input backs.</summary>
public static class CollectionReading
{
    /// <summary>Makes room for a packed list that was just begun and whose elements are of one size.</summary>
    public static void ReserveFixed<T>(this ref ContractReader reader, List<T> list, int bytesPerElement)
    {
        ArgumentNullException.ThrowIfNull(list);
        if (reader.Remaining % bytesPerElement != 0)
        {
            throw reader.Malformed($"a packed list has {reader.Remaining} bytes, no multiple of the {bytesPerElement} of an element.");
        }

        list.EnsureCapacity(list.Count + (reader.Remaining / bytesPerElement));
    }

    /// <summary>Makes room for a packed list of varints that was just begun: each ends with the one byte that has no upper bit.</summary>
    public static void ReserveVarints<T>(this ref ContractReader reader, List<T> list)
    {
        ArgumentNullException.ThrowIfNull(list);
        list.EnsureCapacity(list.Count + CountVarints(reader.Window));
    }

    /// <summary>A list to go on filling, when a message occurs again and is merged.</summary>
    /// <param name="reader">The reader that made <paramref name="earlier"/>.</param>
    /// <param name="earlier">The list of the occurrence before.</param>
    /// <param name="copy">Whether it cannot be handed on, because the message keeps its own.</param>
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

    /// <summary>A dictionary to go on filling, when a message occurs again and is merged.</summary>
    /// <param name="reader">The reader that made <paramref name="earlier"/>.</param>
    /// <param name="earlier">The dictionary of the occurrence before.</param>
    /// <param name="copy">Whether it cannot be handed on, because the message keeps its own.</param>
    public static Dictionary<TKey, TValue>? MergeMap<TKey, TValue>(this ref ContractReader reader, IEnumerable<KeyValuePair<TKey, TValue>>? earlier, bool copy = false)
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

    private static int CountVarints(ReadOnlySpan<byte> bytes)
    {
        var continued = 0;
        var i = 0;
        for (; i <= bytes.Length - Vector128<byte>.Count; i += Vector128<byte>.Count)
        {
            continued += BitOperations.PopCount(Vector128.Create(bytes[i..]).ExtractMostSignificantBits());
        }

        for (; i < bytes.Length; i++)
        {
            continued += bytes[i] >> 7;
        }

        return bytes.Length - continued;
    }
}
