using Fathom.Schema.Descriptors;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The kinds of calls: the words of <c>--kind</c>, and what a descriptor says.</summary>
internal static class MethodKinds
{
    private static readonly (string Name, MethodKind Kind)[] All =
    [
        ("unary", MethodKind.Unary), ("client-streaming", MethodKind.ClientStreaming), ("server-streaming", MethodKind.ServerStreaming),
        ("duplex", MethodKind.DuplexStreaming),
    ];

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(k => k.Name)];

    public static MethodKind Parse(string name) => All.First(k => k.Name == name).Kind;

    public static string NameOf(MethodKind kind) => All.First(k => k.Kind == kind).Name;

    public static MethodKind Of(MethodSchema method) => (method.IsClientStreaming, method.IsServerStreaming) switch
    {
        (false, false) => MethodKind.Unary,
        (true, false) => MethodKind.ClientStreaming,
        (false, true) => MethodKind.ServerStreaming,
        _ => MethodKind.DuplexStreaming,
    };

    /// <summary>Whether the client sends a stream.</summary>
    public static bool IsRequestStreamed(this MethodKind kind) => kind is MethodKind.ClientStreaming or MethodKind.DuplexStreaming;

    /// <summary>Whether the server sends a stream.</summary>
    public static bool IsReplyStreamed(this MethodKind kind) => kind is MethodKind.ServerStreaming or MethodKind.DuplexStreaming;
}
