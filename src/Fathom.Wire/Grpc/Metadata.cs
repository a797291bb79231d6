using System.Collections;

namespace Fathom.Wire.Grpc;

/// <summary>
/// Metadata of a call: an ordered list of keys and values. A key can occur more than once. Keys are converted to lower case and consist of
/// digits, letters and <c>_ - .</c>; keys that end in <c>-bin</c> have binary values. Not thread-safe.
/// </summary>
public sealed class Metadata : IReadOnlyList<MetadataEntry>
{
    /// <summary>Maximum number of entries that a peer can send: the number of fields in 32 KiB at HPACK's 32 bytes each (RFC 7541 section
    /// 4.1). Without it, a <c>-bin</c> field of commas would create one entry for each comma.</summary>
    internal const int MaxReceivedEntries = 1024;

    private readonly List<MetadataEntry> _entries = [];

    /// <inheritdoc/>
    public int Count => _entries.Count;

    /// <inheritdoc/>
    public MetadataEntry this[int index] => _entries[index];

    /// <summary>Adds a text value.</summary>
    /// <param name="key">The key; it must not end in <c>-bin</c>.</param>
    /// <param name="value">Printable ASCII, 0x20 to 0x7E.</param>
    /// <exception cref="ArgumentException">The key has characters other than digits, letters and <c>_ - .</c>, is reserved by gRPC or
    /// HTTP/2, or ends in <c>-bin</c>; or the value has other characters.</exception>
    public void Add(string key, string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        var name = MetadataGrammar.ValidKey(key);
        if (BinaryMetadata.IsBinary(name))
        {
            throw new ArgumentException($"Metadata '{name}' ends in -bin and so holds bytes: add it as bytes, or rename it.", nameof(key));
        }

        MetadataGrammar.CheckText(name, value);
        _entries.Add(new MetadataEntry(name, value));
    }

    /// <summary>Adds a copy of a binary value.</summary>
    /// <param name="key">The key; it must end in <c>-bin</c>.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="ArgumentException">The key does not end in <c>-bin</c> or has characters other than digits, letters and
    /// <c>_ - .</c>.</exception>
    public void Add(string key, ReadOnlySpan<byte> value)
    {
        var name = MetadataGrammar.ValidKey(key);
        if (!BinaryMetadata.IsBinary(name))
        {
            throw new ArgumentException(
                $"Metadata '{name}' does not end in -bin and so holds text: add it as text, or rename it to '{name}-bin'.", nameof(key));
        }

        _entries.Add(new MetadataEntry(name, value.ToArray()));
    }

    /// <summary>Adds an entry from other metadata.</summary>
    public void Add(MetadataEntry entry) => _entries.Add(entry);

    /// <summary>
    /// Adds a received header. The values of a <c>-bin</c> header, separated by commas, become one entry each. Headers that belong to gRPC
    /// or HTTP/2 are ignored.
    /// </summary>
    /// <returns>False when a <c>-bin</c> header is not base64, or when there are more than 1,024 entries.</returns>
    public bool TryAddReceived(string name, string value)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(value);
        // HTTP/2 allows lower case only: a search is cheaper than a conversion that changes nothing.
        var key = name.AsSpan().ContainsAnyInRange('A', 'Z') ? name.ToLowerInvariant() : name;
        if (GrpcHeaders.IsReserved(key))
        {
            return true;
        }

        if (!BinaryMetadata.IsBinary(key))
        {
            return TryAddReceived(new MetadataEntry(key, value));
        }

        var text = value.AsSpan();
        foreach (var part in text.Split(','))
        {
            if (!BinaryMetadata.TryDecode(text[part], out var bytes) || !TryAddReceived(new MetadataEntry(key, bytes)))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns the first value for <paramref name="key"/>, or null when there is none.</summary>
    /// <exception cref="InvalidOperationException">The value is binary.</exception>
    public string? GetValue(string key) => Find(key) is { } entry ? entry.Value : null;

    /// <summary>Returns the bytes of the first value for <paramref name="key"/>, or null when there is none.</summary>
    public ReadOnlyMemory<byte>? GetBytes(string key) => Find(key)?.ValueBytes;

    /// <summary>Returns all entries for <paramref name="key"/>, in order.</summary>
    public IEnumerable<MetadataEntry> GetAll(string key) =>
        _entries.Where(entry => entry.Key.Equals(key, StringComparison.OrdinalIgnoreCase));

    /// <inheritdoc/>
    public IEnumerator<MetadataEntry> GetEnumerator() => _entries.GetEnumerator();

    /// <inheritdoc/>
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private bool TryAddReceived(MetadataEntry entry)
    {
        if (_entries.Count == MaxReceivedEntries)
        {
            return false;
        }

        _entries.Add(entry);
        return true;
    }

    private MetadataEntry? Find(string key)
    {
        foreach (var entry in _entries)
        {
            if (entry.Key.Equals(key, StringComparison.OrdinalIgnoreCase))
            {
                return entry;
            }
        }

        return null;
    }
}
