using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>Sends a request back, compressed with gzip; an empty one fails with a detail of its status.</summary>
internal static class BytesService
{
    public static ServiceDefinition Define() => new ServiceBuilder(BytesMethods.Service)
        .Unary(BytesMethods.Unary, (request, context) =>
        {
            if (request.Length == 0)
            {
                var trailers = new Metadata();
                trailers.Add("grpc-status-details-bin", StatusDetails.Encode(9, "not now", "twice"));
                throw new RpcException(new Status(StatusCode.FailedPrecondition, "not now"), trailers);
            }

            context.ResponseCompression = MessageCompression.Always(CodecRegistry.Find("gzip")!);
            return new(request);
        })
        .Build();
}
