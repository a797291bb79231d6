namespace Fathom.Wire.Grpc;

/// <summary>
/// The message encodings one side can undo, by their names in <c>grpc-encoding</c>. A codec is plugged in between
/// <see cref="MessageReader"/>, which lets a flagged message pass only if its encoding is in this set, and the
/// marshaller, which sees plain bytes.
/// </summary>
internal sealed class MessageEncodings
{
    /// <summary>The name of no encoding at all.</summary>
    public const string Identity = "identity";

    private readonly string[] _names;

    /// <summary>The set of <paramref name="names"/>; <see cref="Identity"/> always belongs to it.</summary>
    public MessageEncodings(params IEnumerable<string> names) => _names = [Identity, .. names.Where(name => name != Identity)];

    /// <summary>No encoding but <see cref="Identity"/>.</summary>
    public static MessageEncodings IdentityOnly { get; } = new();

    /// <summary>Whether messages under <paramref name="encoding"/> can be read.</summary>
    public bool Contains(string encoding) => Array.IndexOf(_names, encoding) >= 0;

    /// <summary>The names joined as in <c>grpc-accept-encoding</c>.</summary>
    public override string ToString() => string.Join(",", _names);
}
