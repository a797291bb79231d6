using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Compression;

/// <summary>C-core's way to choose the compression of a call: metadata that is consumed on this side and never sent.</summary>
internal static class CompressionRequestMetadata
{
    /// <summary>C-core's name for it, GRPC_COMPRESSION_REQUEST_ALGORITHM_MD_KEY.</summary>
    public const string Key = "grpc-internal-encoding-request";

    /// <summary>What <paramref name="headers"/> ask for, or null.</summary>
    /// <param name="headers">The metadata of a call or of a response.</param>
    /// <param name="default">The compression of the channel or host: where it has the same codec, its level holds.</param>
    /// <exception cref="ArgumentException">There is no such encoding.</exception>
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
