using Fathom.Transport.Calls;
using Fathom.Transport.Protobuf;

namespace Fathom.Subjects.Blobs;

/// <summary>The methods of <c>fathom.blob.Blob</c>.</summary>
public static class BlobMethods
{
    /// <summary>The service's name, package included.</summary>
    public const string Service = "fathom.blob.Blob";

    /// <summary>The blob in one reply.</summary>
    public static Method<BlobRequest, BlobPart> Get { get; } =
        new(MethodKind.Unary, Service, "Get", new ProtobufMarshaller<BlobRequest>(), new ProtobufMarshaller<BlobPart>());

    /// <summary>The blob in parts.</summary>
    public static Method<BlobRequest, BlobPart> Stream { get; } =
        new(MethodKind.ServerStreaming, Service, "Stream", new ProtobufMarshaller<BlobRequest>(), new ProtobufMarshaller<BlobPart>());

    /// <summary>A blob in parts, the other way.</summary>
    public static Method<BlobPart, BlobReceipt> Put { get; } =
        new(MethodKind.ClientStreaming, Service, "Put", new ProtobufMarshaller<BlobPart>(), new ProtobufMarshaller<BlobReceipt>());
}
