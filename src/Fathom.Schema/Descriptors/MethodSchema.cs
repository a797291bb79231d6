using Google.Protobuf.Reflection;

namespace Fathom.Schema.Descriptors;

/// <summary>What a caller must know of a method.</summary>
/// <param name="FullPath">The HTTP/2 <c>:path</c>: <c>/pkg.Service/Method</c>.</param>
/// <param name="IsClientStreaming">Whether the client sends a stream of messages.</param>
/// <param name="IsServerStreaming">Whether the server sends a stream of messages.</param>
/// <param name="Input">The type of requests.</param>
/// <param name="Output">The type of replies.</param>
public sealed record MethodSchema(
    string FullPath, bool IsClientStreaming, bool IsServerStreaming, MessageDescriptor Input, MessageDescriptor Output)
{
    /// <summary>The service with its package.</summary>
    public string Service => FullPath[1..FullPath.LastIndexOf('/')];

    /// <summary>The method without its service.</summary>
    public string Name => FullPath[(FullPath.LastIndexOf('/') + 1)..];

    /// <summary>The facts in a descriptor.</summary>
    public static MethodSchema Of(MethodDescriptor method)
    {
        ArgumentNullException.ThrowIfNull(method);
        return new($"/{method.Service.FullName}/{method.Name}", method.IsClientStreaming, method.IsServerStreaming, method.InputType,
            method.OutputType);
    }
}
