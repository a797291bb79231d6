using Fathom.Transport.Calls;
using Fathom.Transport.Protobuf;

namespace Fathom.Subjects.Echo;

/// <summary>The methods of <c>fathom.echo.Echo</c>, contract <c>proto</c>.</summary>
public static class EchoMethods
{
    /// <summary>The service's name, package included.</summary>
    public const string Service = "fathom.echo.Echo";

    /// <summary>One request, one reply.</summary>
    public static Method<EchoRequest, EchoReply> Unary { get; } = Create(MethodKind.Unary, "Unary");

    /// <summary>Many requests, one reply.</summary>
    public static Method<EchoRequest, EchoReply> ClientStream { get; } = Create(MethodKind.ClientStreaming, "ClientStream");

    /// <summary>One request, many replies.</summary>
    public static Method<EchoRequest, EchoReply> ServerStream { get; } = Create(MethodKind.ServerStreaming, "ServerStream");

    /// <summary>Many requests, many replies.</summary>
    public static Method<EchoRequest, EchoReply> DuplexStream { get; } = Create(MethodKind.DuplexStreaming, "DuplexStream");

    private static Method<EchoRequest, EchoReply> Create(MethodKind kind, string name) =>
        new(kind, Service, name, new ProtobufMarshaller<EchoRequest>(), new ProtobufMarshaller<EchoReply>());
}
