using System.Runtime.CompilerServices;

namespace Fathom.Contracts.Serialization;

/// <summary>Creates collections and reserves capacity for the elements that the input contains, never for more.</summary>
public static class CollectionReaderExtensions
{
    /// <summary>
    /// Creates a list with capacity for the length-delimited element whose tag was just read, and for the elements that directly follow it
    /// in the current segment.
    /// </summary>
    /// <param name="reader">The reader, positioned at the length prefix of the element.</param>
    /// <param name="tag">The tag of the repeated field.</param>
    public static List<T> NewList<T>(this ref ContractReader reader, uint tag) => new(ElementCount.OfTagged(reader.Window, tag));

    /// <summary>
    /// Reserves capacity for a packed list of fixed-size elements. Call it directly after <see cref="ContractReader.BeginPacked"/>.
    /// </summary>
    /// <exception cref="MalformedMessageException">The length of the packed list is not a multiple of the element size.</exception>
    public static void ReserveFixed<T>(this ref ContractReader reader, List<T> list, int bytesPerElement)
    {
        ArgumentNullException.ThrowIfNull(list);
        if (reader.Remaining % bytesPerElement != 0)
        {
            throw reader.Malformed($"a packed list has {reader.Remaining} bytes, no multiple of the {bytesPerElement} of an element.");
        }

        list.EnsureCapacity(list.Count + (reader.Remaining / bytesPerElement));
    }

    /// <summary>
    /// Reserves capacity for a packed list of varints, which are counted by their last bytes: the only ones below 0x80. Call it directly
    /// after <see cref="ContractReader.BeginPacked"/>.
    /// </summary>
    public static void ReserveVarints<T>(this ref ContractReader reader, List<T> list)
    {
        ArgumentNullException.ThrowIfNull(list);
        list.EnsureCapacity(list.Count + ElementCount.OfVarints(reader.Window));
    }

    /// <summary>Returns the list to which further elements are appended when a repeated occurrence of a message field is merged.</summary>
    /// <param name="reader">The reader that created <paramref name="earlier"/>.</param>
    /// <param name="earlier">The list of the previous occurrence, or null.</param>
    /// <param name="copy">Whether to copy the list even if elements can be appended to it, because the message owns its collection.</param>
    /// <returns><paramref name="earlier"/> if it is a <see cref="List{T}"/> that need not be copied, otherwise a copy; null if it is
    /// null.</returns>
    /// <exception cref="MalformedMessageException">The copied bytes exceed the limit for merging.</exception>
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

    /// <summary>
    /// Returns the dictionary to which further entries are added when a repeated occurrence of a message field is merged.
    /// </summary>
    /// <param name="reader">The reader that created <paramref name="earlier"/>.</param>
    /// <param name="earlier">The dictionary of the previous occurrence, or null.</param>
    /// <param name="copy">Whether to copy the dictionary even if entries can be added to it, because the message owns its
    /// collection.</param>
    /// <returns><paramref name="earlier"/> if it is a <see cref="Dictionary{TKey, TValue}"/> that need not be copied, otherwise a copy;
    /// null if it is null.</returns>
    /// <exception cref="MalformedMessageException">The copied bytes exceed the limit for merging.</exception>
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
