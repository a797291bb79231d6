using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Compression;

/// <summary>Metadata that selects the compression of a call, as in gRPC C-core. It is read on this side and not sent.</summary>
internal static class CompressionRequestMetadata
{
    /// <summary>GRPC_COMPRESSION_REQUEST_ALGORITHM_MD_KEY of C-core.</summary>
    public const string Key = "grpc-internal-encoding-request";

    /// <summary>The compression that <paramref name="headers"/> select, or null.</summary>
    /// <param name="headers">The metadata of a call or of a response.</param>
    /// <param name="default">The compression of the channel or host; its level is used when it has the same codec.</param>
    /// <exception cref="ArgumentException">The encoding is unknown.</exception>
    public static MessageCompression? Find(Metadata? headers, MessageCompression @default)
    {
        if (headers is not { Count: > 0 } || headers.GetValue(Key) is not { } encoding)
        {
            return null;
        }

        return encoding == MessageEncodings.Identity ? MessageCompression.None
            : encoding == @default.Encoding ? @default
            : CodecRegistry.Find(encoding) is { } codec ? MessageCompression.Always(codec)
            : throw new ArgumentException(
                $"Metadata '{Key}' asks for '{encoding}'; accepted: {MessageEncodings.Identity}, "
                    + $"{string.Join(", ", CodecRegistry.All.Select(c => c.Encoding))}.", nameof(headers));
    }
}
