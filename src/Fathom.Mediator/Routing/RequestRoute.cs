using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Telemetry;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Routing;

/// <summary>The route of requests with one type of response.</summary>
internal abstract class RequestRoute<TResponse> : MessageRoute
{
    public abstract ValueTask<TResponse> SendAsync(IRequest<TResponse> request, MessageContext context);
}

/// <summary>The route of one request type.</summary>
internal sealed class TypedRequestRoute<TRequest, TResponse>(
    Method<TRequest, TResponse> method,
    RequestHandlerDelegate<TRequest, TResponse> send,
    RequestHandlerDelegate<TRequest, TResponse> serve,
    RouteContext node) : RequestRoute<TResponse>
    where TRequest : class, IRequest<TResponse>
{
    private readonly CallTelemetry _telemetry = CallTelemetry.FromNodes(method.FullPath);

    public override ServiceDefinition Service => new ServiceBuilder(method.Service).Unary(method, ServeAsync).Build();

    public override ValueTask<TResponse> SendAsync(IRequest<TResponse> request, MessageContext context) => send((TRequest)request, context);

    private ValueTask<TResponse> ServeAsync(TRequest request, ServerCallContext call) =>
        MediatorTelemetry.IsServingObserved ? ObserveAsync(request, call) : HandleAsync(request, call);

    private async ValueTask<TResponse> ObserveAsync(TRequest request, ServerCallContext call)
    {
        using var observation = _telemetry.Serve(call.RequestHeaders);
        try
        {
            return await HandleAsync(request, call);
        }
        catch (Exception e)
        {
            observation.Fail(e);
            throw;
        }
    }

    // Without an async state machine: most handlers complete synchronously.
    private ValueTask<TResponse> HandleAsync(TRequest request, ServerCallContext call)
    {
        HopScope? hops = null;
        try
        {
            hops = HopScope.Enter(call.RequestHeaders);
            var response = serve(request, new MessageContext { Server = call });
            if (!response.IsCompletedSuccessfully)
            {
                return AwaitAsync(response, call, hops);
            }

            hops.End();
            return response;
        }
        catch (Exception e)
        {
            hops?.End();
            throw node.Failures.ToCallEnd(typeof(TRequest).Name, call, e);
        }
        finally
        {
            hops?.Leave();
        }
    }

    private async ValueTask<TResponse> AwaitAsync(ValueTask<TResponse> response, ServerCallContext call, HopScope hops)
    {
        try
        {
            return await response;
        }
        catch (Exception e)
        {
            throw node.Failures.ToCallEnd(typeof(TRequest).Name, call, e);
        }
        finally
        {
            hops.End();
        }
    }
}
