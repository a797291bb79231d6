using Fathom.Transport.Calls;

namespace Fathom.TestKit.Calls;

/// <summary>A service <c>test.Bytes</c> with one method of each kind.</summary>
public static class BytesMethods
{
    public const string Service = "test.Bytes";

    public static Method<byte[], byte[]> Unary { get; } = Create(MethodKind.Unary);

    public static Method<byte[], byte[]> ClientStreaming { get; } = Create(MethodKind.ClientStreaming);

    public static Method<byte[], byte[]> ServerStreaming { get; } = Create(MethodKind.ServerStreaming);

    public static Method<byte[], byte[]> DuplexStreaming { get; } = Create(MethodKind.DuplexStreaming);

    private static Method<byte[], byte[]> Create(MethodKind kind) =>
        new(kind, Service, kind.ToString(), new BytesMarshaller(), new BytesMarshaller());
}
