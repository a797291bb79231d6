using Fathom.Transport.Calls;

namespace Fathom.Transport.Server;

/// <summary>Builds a service from methods and handlers. Throws <see cref="ArgumentException"/> for a method of another service or kind, and
/// for one that has a handler already.</summary>
public sealed class ServiceBuilder
{
    private readonly string _service;
    private readonly List<MethodHandler> _handlers = [];
    private Func<IEnumerable<ReadOnlyMemory<byte>>>? _descriptors;

    /// <summary>Creates a builder for <paramref name="service"/>, the name with its package.</summary>
    public ServiceBuilder(string service)
    {
        ArgumentException.ThrowIfNullOrEmpty(service);
        _service = service;
    }

    /// <summary>Adds a unary method.</summary>
    public ServiceBuilder Unary<TRequest, TResponse>(
        Method<TRequest, TResponse> method, Func<TRequest, ServerCallContext, ValueTask<TResponse>> handler) =>
        Add(new UnaryHandler<TRequest, TResponse>(method, handler), MethodKind.Unary);

    /// <summary>Adds a client-streaming method.</summary>
    public ServiceBuilder ClientStreaming<TRequest, TResponse>(
        Method<TRequest, TResponse> method, Func<RequestReader<TRequest>, ServerCallContext, ValueTask<TResponse>> handler) =>
        Add(new ClientStreamingHandler<TRequest, TResponse>(method, handler), MethodKind.ClientStreaming);

    /// <summary>Adds a server-streaming method.</summary>
    public ServiceBuilder ServerStreaming<TRequest, TResponse>(
        Method<TRequest, TResponse> method, Func<TRequest, ResponseWriter<TResponse>, ServerCallContext, ValueTask> handler) =>
        Add(new ServerStreamingHandler<TRequest, TResponse>(method, handler), MethodKind.ServerStreaming);

    /// <summary>Adds a duplex-streaming method.</summary>
    public ServiceBuilder DuplexStreaming<TRequest, TResponse>(
        Method<TRequest, TResponse> method,
        Func<RequestReader<TRequest>, ResponseWriter<TResponse>, ServerCallContext, ValueTask> handler) =>
        Add(new DuplexStreamingHandler<TRequest, TResponse>(method, handler), MethodKind.DuplexStreaming);

    /// <summary>Adds what server reflection says of the service. Generated code calls it.</summary>
    /// <param name="files">Returns serialized <c>google.protobuf.FileDescriptorProto</c>: of the file that declares the service, and of
    /// all that it imports. Called at the first question, if reflection is enabled.</param>
    public ServiceBuilder WithDescriptors(Func<IEnumerable<ReadOnlyMemory<byte>>> files)
    {
        ArgumentNullException.ThrowIfNull(files);
        _descriptors = files;
        return this;
    }

    /// <summary>Creates the service with the methods added so far.</summary>
    public ServiceDefinition Build() => new(_service, [.. _handlers], _descriptors);

    private ServiceBuilder Add(MethodHandler handler, MethodKind kind)
    {
        var method = handler.Method;
        if (method.Service != _service)
        {
            throw new ArgumentException($"{method} does not belong to service '{_service}'.", nameof(handler));
        }

        if (method.Kind != kind)
        {
            throw new ArgumentException($"{method} is {method.Kind} and cannot have a handler for {kind}.", nameof(handler));
        }

        if (_handlers.Exists(other => other.Method.Name == method.Name))
        {
            throw new ArgumentException($"{method} has a handler already.", nameof(handler));
        }

        _handlers.Add(handler);
        return this;
    }
}
