using Fathom.Transport.Calls;

namespace Fathom.Transport.Server;

/// <summary>Puts a service together. A method it refuses is an <see cref="ArgumentException"/>: another service's, another kind's, or there
/// already.</summary>
public sealed class ServiceBuilder
{
    private readonly string _service;
    private readonly List<MethodHandler> _handlers = [];

    /// <summary>Begins the service <paramref name="service"/>, package included.</summary>
    public ServiceBuilder(string service)
    {
        ArgumentException.ThrowIfNullOrEmpty(service);
        _service = service;
    }

    /// <summary>One request, one response.</summary>
    public ServiceBuilder Unary<TRequest, TResponse>(
        Method<TRequest, TResponse> method, Func<TRequest, ServerCallContext, ValueTask<TResponse>> handler) =>
        Add(new UnaryHandler<TRequest, TResponse>(method, handler), MethodKind.Unary);

    /// <summary>Any number of requests, one response.</summary>
    public ServiceBuilder ClientStreaming<TRequest, TResponse>(
        Method<TRequest, TResponse> method, Func<RequestReader<TRequest>, ServerCallContext, ValueTask<TResponse>> handler) =>
        Add(new ClientStreamingHandler<TRequest, TResponse>(method, handler), MethodKind.ClientStreaming);

    /// <summary>One request, any number of responses.</summary>
    public ServiceBuilder ServerStreaming<TRequest, TResponse>(
        Method<TRequest, TResponse> method, Func<TRequest, ResponseWriter<TResponse>, ServerCallContext, ValueTask> handler) =>
        Add(new ServerStreamingHandler<TRequest, TResponse>(method, handler), MethodKind.ServerStreaming);

    /// <summary>Any number of requests and responses.</summary>
    public ServiceBuilder DuplexStreaming<TRequest, TResponse>(
        Method<TRequest, TResponse> method,
        Func<RequestReader<TRequest>, ResponseWriter<TResponse>, ServerCallContext, ValueTask> handler) =>
        Add(new DuplexStreamingHandler<TRequest, TResponse>(method, handler), MethodKind.DuplexStreaming);

    /// <summary>The service as it stands.</summary>
    public ServiceDefinition Build() => new(_service, [.. _handlers]);

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
