using Fathom.Transport.Calls;

namespace Fathom.Bench.Soak;

/// <summary>The service of a soak run, one method for each kind of call.</summary>
internal static class SoakMethods
{
    public const string Service = "fathom.soak.Soak";

    public static Method<SoakMessage, SoakMessage> Unary { get; } = Create(MethodKind.Unary);

    public static Method<SoakMessage, SoakMessage> ClientStream { get; } = Create(MethodKind.ClientStreaming);

    public static Method<SoakMessage, SoakMessage> ServerStream { get; } = Create(MethodKind.ServerStreaming);

    public static Method<SoakMessage, SoakMessage> Duplex { get; } = Create(MethodKind.DuplexStreaming);

    private static Method<SoakMessage, SoakMessage> Create(MethodKind kind) =>
        new(kind, Service, kind.ToString(), SoakMessage.Marshaller, SoakMessage.Marshaller);
}
