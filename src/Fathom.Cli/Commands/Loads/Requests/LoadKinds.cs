using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>The words of <c>--kind</c>.</summary>
internal static class LoadKinds
{
    private static readonly (string Name, MethodKind Kind)[] All =
    [
        ("unary", MethodKind.Unary), ("client-streaming", MethodKind.ClientStreaming), ("server-streaming", MethodKind.ServerStreaming),
        ("duplex", MethodKind.DuplexStreaming),
    ];

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(k => k.Name)];

    public static MethodKind Parse(string name) => All.First(k => k.Name == name).Kind;

    public static string NameOf(MethodKind kind) => All.First(k => k.Kind == kind).Name;
}
