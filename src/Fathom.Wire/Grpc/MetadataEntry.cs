using System.Text;

namespace Fathom.Wire.Grpc;

/// <summary>One key and value of <see cref="Metadata"/>: text, or bytes where the key ends in <c>-bin</c>.</summary>
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

    /// <summary>The key, lower case.</summary>
    public string Key { get; }

    /// <summary>Whether the value is bytes.</summary>
    public bool IsBinary => _bytes is not null;

    /// <summary>The text value. Throws <see cref="InvalidOperationException"/> for a binary entry.</summary>
    public string Value => _text ?? throw new InvalidOperationException(
        $"Metadata '{Key}' is binary: read {nameof(ValueBytes)}.");

    /// <summary>The value as bytes: those of a binary entry, the ASCII of a text one.</summary>
    public ReadOnlyMemory<byte> ValueBytes => _bytes ?? Encoding.ASCII.GetBytes(_text ?? string.Empty);

    /// <summary>The value as it stands in the HTTP/2 header: the text, or base64 without padding.</summary>
    public string WireValue => _bytes is null ? _text ?? string.Empty : BinaryMetadata.Encode(_bytes);

    /// <summary>The entry as <c>key: value</c>, binary values in base64.</summary>
    public override string ToString() => $"{Key}: {WireValue}";
}
