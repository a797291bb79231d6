using System.Text;

namespace Fathom.Wire.Grpc;

/// <summary>A key and a value of <see cref="Metadata"/>. The value is binary when the key ends in <c>-bin</c>, otherwise text.</summary>
public readonly record struct MetadataEntry
{
    private readonly string? _text;
    private readonly byte[]? _bytes;

    internal MetadataEntry(string key, string text)
    {
        Key = key;
        _text = text;
    }

    internal MetadataEntry(string key, byte[] bytes)
    {
        Key = key;
        _bytes = bytes;
    }

    /// <summary>The key, in lower case.</summary>
    public string Key { get; }

    /// <summary>Whether the value is binary.</summary>
    public bool IsBinary => _bytes is not null;

    /// <summary>The text value.</summary>
    /// <exception cref="InvalidOperationException">The entry is binary.</exception>
    public string Value => _text ?? throw new InvalidOperationException(
        $"Metadata '{Key}' is binary: read {nameof(ValueBytes)}.");

    /// <summary>The bytes of a binary value, or the ASCII bytes of a text value.</summary>
    public ReadOnlyMemory<byte> ValueBytes => _bytes ?? Encoding.ASCII.GetBytes(_text ?? string.Empty);

    /// <summary>The value as sent in the HTTP/2 header: the text, or base64 without padding.</summary>
    public string WireValue => _bytes is null ? _text ?? string.Empty : BinaryMetadata.Encode(_bytes);

    /// <summary>Returns the entry as <c>key: value</c>, with binary values in base64.</summary>
    public override string ToString() => $"{Key}: {WireValue}";
}
