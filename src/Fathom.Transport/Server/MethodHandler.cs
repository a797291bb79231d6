using Fathom.Transport.Calls;

namespace Fathom.Transport.Server;

/// <summary>A method and its handler.</summary>
internal abstract class MethodHandler(Method method, int dedicatedRequestThreshold = int.MaxValue)
{
    public Method Method { get; } = method;

    /// <summary>Size in bytes from which a request gets memory that its reader can keep.</summary>
    public int DedicatedRequestThreshold { get; } = dedicatedRequestThreshold;

    public abstract ValueTask InvokeAsync(ServerCall call);
}

internal sealed class UnaryHandler<TRequest, TResponse>(
    Method<TRequest, TResponse> method, Func<TRequest, ServerCallContext, ValueTask<TResponse>> handler)
        : MethodHandler(method, method.RequestMarshaller.ZeroCopyThreshold)
{
    public override async ValueTask InvokeAsync(ServerCall call)
    {
        var request = await call.ReadSingleAsync(method.RequestMarshaller);
        call.WriteSingle(method.ResponseMarshaller, await handler(request, call));
    }
}

internal sealed class ClientStreamingHandler<TRequest, TResponse>(
    Method<TRequest, TResponse> method, Func<RequestReader<TRequest>, ServerCallContext, ValueTask<TResponse>> handler)
        : MethodHandler(method)
{
    public override async ValueTask InvokeAsync(ServerCall call)
    {
        var requests = new RequestReader<TRequest>(call, method.RequestMarshaller);
        call.WriteSingle(method.ResponseMarshaller, await handler(requests, call));
    }
}

internal sealed class ServerStreamingHandler<TRequest, TResponse>(
    Method<TRequest, TResponse> method, Func<TRequest, ResponseWriter<TResponse>, ServerCallContext, ValueTask> handler)
        : MethodHandler(method, method.RequestMarshaller.ZeroCopyThreshold)
{
    public override async ValueTask InvokeAsync(ServerCall call)
    {
        var request = await call.ReadSingleAsync(method.RequestMarshaller);
        await handler(request, new ResponseWriter<TResponse>(call, method.ResponseMarshaller), call);
    }
}

internal sealed class DuplexStreamingHandler<TRequest, TResponse>(
    Method<TRequest, TResponse> method,
    Func<RequestReader<TRequest>, ResponseWriter<TResponse>, ServerCallContext, ValueTask> handler) : MethodHandler(method)
{
    public override ValueTask InvokeAsync(ServerCall call) => handler(
        new RequestReader<TRequest>(call, method.RequestMarshaller), new ResponseWriter<TResponse>(call, method.ResponseMarshaller), call);
}
