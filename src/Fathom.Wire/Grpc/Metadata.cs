using System.Collections;

namespace Fathom.Wire.Grpc;

/// <summary>
/// Metadata of a call: an ordered list of keys and values in which a key may occur more than once. Keys are lower-cased
/// and follow gRPC's grammar (digits, letters, <c>_ - .</c>); keys that end in <c>-bin</c> hold bytes.
/// Not thread-safe.
/// </summary>
public sealed class Metadata : IReadOnlyList<MetadataEntry>
{
    /// <summary>Maximum number of entries that a peer can send: as many as fit into 32 KiB of fields at HPACK's 32 bytes each (RFC 7541
    /// section 4.1). A <c>-bin</c> field of commas would otherwise make an entry of each.</summary>
    internal const int MaxReceivedEntries = 1024;

    private readonly List<MetadataEntry> _entries = [];

    /// <inheritdoc/>
    public int Count => _entries.Count;

    /// <inheritdoc/>
    public MetadataEntry this[int index] => _entries[index];

    /// <summary>
    /// Adds a text value: printable ASCII, 0x20 to 0x7E. Throws <see cref="ArgumentException"/> for a key outside the
    /// grammar, reserved for gRPC, or marked binary, and for other characters in the value.
    /// </summary>
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

    /// <summary>Adds a binary value, copied. Throws <see cref="ArgumentException"/> unless the key ends in <c>-bin</c>.</summary>
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

    /// <summary>Adds an entry of other metadata.</summary>
    public void Add(MetadataEntry entry) => _entries.Add(entry);

    /// <summary>
    /// Adds a header as received; false when it is a <c>-bin</c> header that is not base64 (values joined by commas
    /// become one entry each), or one entry too many (1,024). Headers that belong to gRPC or HTTP/2 are no metadata and are passed over.
    /// </summary>
    public bool TryAddReceived(string name, string value)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(value);
        var key = name.ToLowerInvariant();
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

    /// <summary>The first text value under <paramref name="key"/>, or null.</summary>
    public string? GetValue(string key) => Find(key) is { } entry ? entry.Value : null;

    /// <summary>The bytes of the first value under <paramref name="key"/>, or null.</summary>
    public ReadOnlyMemory<byte>? GetBytes(string key) => Find(key)?.ValueBytes;

    /// <summary>All entries under <paramref name="key"/>, in order.</summary>
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
