namespace Fathom.Wire.Grpc;

/// <summary>
/// The message encodings that one side can decompress, by their names in <c>grpc-encoding</c>. <see cref="MessageReader"/> accepts a
/// compressed message only when its encoding is in this set. A codec decompresses it before the marshaller.
/// </summary>
internal sealed class MessageEncodings
{
    /// <summary>The name of messages without compression.</summary>
    public const string Identity = "identity";

    private readonly string[] _names;

    /// <summary>Creates a set of <paramref name="names"/> and <see cref="Identity"/>.</summary>
    public MessageEncodings(params IEnumerable<string> names) => _names = [Identity, .. names.Where(name => name != Identity)];

    /// <summary>A set with only <see cref="Identity"/>.</summary>
    public static MessageEncodings IdentityOnly { get; } = new();

    /// <summary>Returns whether messages with <paramref name="encoding"/> can be decompressed.</summary>
    public bool Contains(string encoding) => Array.IndexOf(_names, encoding) >= 0;

    /// <summary>Returns the names, separated by commas, as in <c>grpc-accept-encoding</c>.</summary>
    public override string ToString() => string.Join(",", _names);
}
