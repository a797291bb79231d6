using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Compression;

/// <summary>The codecs that one side undoes. Immutable; shared by all calls of a channel or host.</summary>
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

    /// <summary>Their names, <c>identity</c> included.</summary>
    public MessageEncodings Names { get; }

    /// <summary>The value of <c>grpc-accept-encoding</c>.</summary>
    public string Header { get; }

    /// <summary>The named codecs, or all of them where none are named.</summary>
    public static AcceptedCodecs Create(IReadOnlyList<Codec>? codecs) => codecs is null ? All.Value : new AcceptedCodecs(codecs);

    /// <summary>The codec of that name; it must be in the set.</summary>
    public Codec Find(string encoding) => Array.Find(_codecs, c => c.Encoding == encoding)
        ?? throw new InvalidOperationException($"No codec '{encoding}' is accepted here: {Header}.");

    /// <summary>Whether a peer that sent <paramref name="header"/> as its <c>grpc-accept-encoding</c>, null for none, undoes
    /// <paramref name="encoding"/>.</summary>
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
