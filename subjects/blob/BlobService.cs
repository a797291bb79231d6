using Fathom.Subjects.Blobs;
using Fathom.Transport.Calls;
using Fathom.Transport.Protobuf;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf;

namespace Fathom.Subjects.Blob;

/// <summary>Carries out <c>fathom.blob.Blob</c>, as blob.proto describes it.</summary>
internal static class BlobService
{
    private const int DefaultPart = 65536;

    public static ServiceDefinition Definition() => new ServiceBuilder(BlobMethods.Service)
        .Unary(BlobMethods.Get, (request, _) => new(Part(request.Size)))
        .ServerStreaming(BlobMethods.Stream, StreamAsync)
        .ClientStreaming(BlobMethods.Put, PutAsync)
        .WithDescriptors(BlobReflection.Descriptor)
        .Build();

    private static async ValueTask StreamAsync(BlobRequest request, ResponseWriter<BlobPart> parts, ServerCallContext context)
    {
        Refuse(request.Size);
        var part = request.PartSize > 0 ? request.PartSize : DefaultPart;
        for (var left = request.Size; left > 0; left -= part)
        {
            await parts.WriteAsync(Part(Math.Min(left, part)));
        }
    }

    private static async ValueTask<BlobReceipt> PutAsync(RequestReader<BlobPart> parts, ServerCallContext context)
    {
        var receipt = new BlobReceipt();
        await foreach (var part in parts)
        {
            receipt.Size += part.Content.Length;
        }

        return receipt;
    }

    private static BlobPart Part(int size)
    {
        Refuse(size);
        return new BlobPart { Content = UnsafeByteOperations.UnsafeWrap(BlobContent.Of(size)) };
    }

    private static void Refuse(int size)
    {
        if (size is < 0 or > BlobContent.Most)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument,
                $"A blob of {size} bytes cannot be had; accepted: 0 to {BlobContent.Most}."));
        }
    }
}
