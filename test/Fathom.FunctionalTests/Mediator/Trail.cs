using System.Collections.Concurrent;
using Fathom.Mediator.Messages;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>The way of a message through behaviours.</summary>
internal sealed class Trail
{
    private readonly ConcurrentQueue<string> _steps = new();

    public IReadOnlyList<string> Steps => [.. _steps];

    /// <summary>A behaviour for every request type.</summary>
    public IPipelineBehaviorFactory Leave(string name) => new Everywhere(this, name);

    internal sealed class Step<TRequest, TResponse>(Trail trail, string name) : IPipelineBehavior<TRequest, TResponse>
        where TRequest : class, IRequest<TResponse>
    {
        public async ValueTask<TResponse> HandleAsync(
            TRequest request, MessageContext context, RequestHandlerDelegate<TRequest, TResponse> next)
        {
            trail._steps.Enqueue(name + "+");
            var response = await next(request, context);
            trail._steps.Enqueue(name + "-");
            return response;
        }
    }

    private sealed class Everywhere(Trail trail, string name) : IPipelineBehaviorFactory
    {
        public IPipelineBehavior<TRequest, TResponse>? Create<TRequest, TResponse>(IServiceProvider services)
            where TRequest : class, IRequest<TResponse> => new Step<TRequest, TResponse>(trail, name);
    }
}
