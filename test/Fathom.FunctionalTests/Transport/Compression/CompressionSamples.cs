using Fathom.TestKit.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Transport.Compression;

/// <summary>A codec, a message that it makes small, and a service for such messages.</summary>
internal static class CompressionSamples
{
    public static readonly MessageCompression Gzip = MessageCompression.Always(CodecRegistry.Gzip);

    public static readonly byte[] Text = [.. Enumerable.Repeat("all work and no play "u8.ToArray(), 500).SelectMany(b => b)];

    /// <summary>A service whose unary method answers with what the handler returns.</summary>
    public static ServiceDefinition Bytes(Func<byte[], ServerCallContext, byte[]> handler) =>
        new ServiceBuilder(BytesMethods.Service).Unary(BytesMethods.Unary, (request, context) => new(handler(request, context))).Build();
}
