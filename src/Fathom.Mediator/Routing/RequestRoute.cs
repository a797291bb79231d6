using Fathom.Mediator.Messages;
using Fathom.Mediator.Telemetry;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Routing;

/// <summary>Where the requests of one type go, known by what answers them.</summary>
internal abstract class RequestRoute<TResponse> : MessageRoute
{
    public abstract ValueTask<TResponse> SendAsync(IRequest<TResponse> request, MessageContext context);
}

/// <summary>Where the requests of one type go.</summary>
internal sealed class RequestRoute<TRequest, TResponse>(
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
        MediatorTelemetry.IsServingWanted ? ObservedAsync(request, call) : AnswerAsync(request, call);

    private async ValueTask<TResponse> ObservedAsync(TRequest request, ServerCallContext call)
    {
        using var observation = _telemetry.Serve(call.RequestHeaders);
        try
        {
            return await AnswerAsync(request, call);
        }
        catch (Exception e)
        {
            observation.Fail(e);
            throw;
        }
    }

    private ValueTask<TResponse> AnswerAsync(TRequest request, ServerCallContext call)
    {
        try
        {
            var answer = serve(request, new MessageContext { Server = call });
            return answer.IsCompletedSuccessfully ? answer : AwaitedAsync(answer, call);
        }
        catch (Exception e)
        {
            throw node.Failures.ToCallEnd(typeof(TRequest).Name, call, e);
        }
    }

    private async ValueTask<TResponse> AwaitedAsync(ValueTask<TResponse> answer, ServerCallContext call)
    {
        try
        {
            return await answer;
        }
        catch (Exception e)
        {
            throw node.Failures.ToCallEnd(typeof(TRequest).Name, call, e);
        }
    }
}
