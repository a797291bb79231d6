using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Compression;

/// <summary>The codecs that one side can decompress. Immutable; shared by all calls of a channel or host.</summary>
internal sealed class AcceptedCodecs
{
    private static readonly Lazy<AcceptedCodecs> All = new(() => new AcceptedCodecs(CodecRegistry.All));

    private readonly Codec[] _codecs;

    private AcceptedCodecs(IEnumerable<Codec> codecs)
    {
        _codecs = [.. codecs];
        Names = new MessageEncodings(_codecs.Select(c => c.Encoding));
        Header = Names.ToString();
    }

    /// <summary>The names of the codecs, including <c>identity</c>.</summary>
    public MessageEncodings Names { get; }

    /// <summary>The value of <c>grpc-accept-encoding</c>.</summary>
    public string Header { get; }

    /// <summary>The given codecs, or all of them.</summary>
    public static AcceptedCodecs Create(IReadOnlyList<Codec>? codecs) => codecs is null ? All.Value : new AcceptedCodecs(codecs);

    /// <summary>Finds the codec with this name, which must be accepted.</summary>
    public Codec Find(string encoding) => Array.Find(_codecs, c => c.Encoding == encoding)
        ?? throw new InvalidOperationException($"The codec '{encoding}' is not accepted; accepted: {Header}.");

    /// <summary>Whether <paramref name="header"/>, a <c>grpc-accept-encoding</c> or null, contains <paramref name="encoding"/>.</summary>
    public static bool IsListed(string? header, string encoding)
    {
        foreach (var range in header.AsSpan().Split(','))
        {
            if (header.AsSpan(range).Trim(' ').SequenceEqual(encoding))
            {
                return true;
            }
        }

        return false;
    }
}
