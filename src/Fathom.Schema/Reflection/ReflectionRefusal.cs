using Fathom.Schema.Faults;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Schema.Reflection;

/// <summary>Why no version of a server's reflection answers, and what to do.</summary>
internal static class ReflectionRefusal
{
    /// <summary>What else has descriptors.</summary>
    public const string Remedy = "give descriptors with --proto, --protoset or --assembly";

    public static SchemaException Of(string target, List<(string Version, RpcException Refusal)> refusals) =>
        SchemaException.Missing(refusals.TrueForAll(r => r.Refusal.StatusCode == StatusCode.Unimplemented)
            ? $"{target} does not offer server reflection (neither v1 nor v1alpha is implemented); switch it on in the server, or {Remedy}"
            : $"{target} refuses its reflection: {string.Join("; ", refusals.Select(Text))}; if it wants credentials give them with "
                + $"-H 'authorization: ...', else {Remedy}");

    private static string Text((string Version, RpcException Refusal) refused)
    {
        var detail = Shown.Sentence(refused.Refusal.Status.Detail);
        return $"{refused.Version}: {refused.Refusal.StatusCode}{(detail.Length == 0 ? "" : $" ({detail})")}";
    }
}
