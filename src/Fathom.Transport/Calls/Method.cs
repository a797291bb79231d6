namespace Fathom.Transport.Calls;

/// <summary>A method of a gRPC service, without its message types.</summary>
public abstract class Method
{
    private protected Method(MethodKind kind, string service, string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(service);
        ArgumentException.ThrowIfNullOrEmpty(name);
        Kind = kind;
        Service = service;
        Name = name;
        FullPath = $"/{service}/{name}";
    }

    /// <summary>How many messages each side sends.</summary>
    public MethodKind Kind { get; }

    /// <summary>The service with its package, for example <c>grpc.health.v1.Health</c>.</summary>
    public string Service { get; }

    /// <summary>The name of the method, without the service.</summary>
    public string Name { get; }

    /// <summary>The HTTP/2 <c>:path</c>: <c>/service/name</c>.</summary>
    public string FullPath { get; }

    /// <summary>Whether the client sends exactly one message.</summary>
    public bool HasSingleRequest => Kind is MethodKind.Unary or MethodKind.ServerStreaming;

    /// <summary>Whether the server sends exactly one message.</summary>
    internal bool HasSingleResponse => Kind is MethodKind.Unary or MethodKind.ClientStreaming;

    /// <inheritdoc/>
    public override string ToString() => FullPath;
}

/// <summary>A method of a gRPC service with its message types. Create it once and use it for every call.</summary>
public sealed class Method<TRequest, TResponse> : Method
{
    /// <summary>Describes the method <paramref name="name"/> of <paramref name="service"/>.</summary>
    public Method(MethodKind kind, string service, string name, Marshaller<TRequest> request, Marshaller<TResponse> response)
        : base(kind, service, name)
    {
        RequestMarshaller = request;
        ResponseMarshaller = response;
    }

    /// <summary>Serializes and deserializes requests.</summary>
    public Marshaller<TRequest> RequestMarshaller { get; }

    /// <summary>Serializes and deserializes responses.</summary>
    public Marshaller<TResponse> ResponseMarshaller { get; }
}
