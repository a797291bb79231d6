using Fathom.Schema.Descriptors;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The kind of call that a descriptor says.</summary>
internal static class MethodKinds
{
    public static MethodKind Of(MethodSchema method) => (method.IsClientStreaming, method.IsServerStreaming) switch
    {
        (false, false) => MethodKind.Unary,
        (true, false) => MethodKind.ClientStreaming,
        (false, true) => MethodKind.ServerStreaming,
        _ => MethodKind.DuplexStreaming,
    };
}
