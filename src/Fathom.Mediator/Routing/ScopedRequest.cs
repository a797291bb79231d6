using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Requests of one type to a handler that is made for each, in a scope of its own.</summary>
internal sealed class ScopedRequest<TRequest, TResponse>(
    Func<IServiceProvider, IRequestHandler<TRequest, TResponse>> make, HandlerScopes scopes)
    where TRequest : class, IRequest<TResponse>
{
    public async ValueTask<TResponse> HandleAsync(TRequest request, MessageContext context)
    {
        await using var made = scopes.Make(make);
        return await made.Handler.HandleAsync(request, context);
    }
}
