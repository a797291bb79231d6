using Fathom.Mediator.Messages;

namespace Fathom.FunctionalTests.Mediator.Streams;

/// <summary>Yields every item so many times.</summary>
internal sealed class Times(int times) : IStreamPipelineBehaviorFactory
{
    public IStreamPipelineBehavior<TRequest, TItem>? Create<TRequest, TItem>(IServiceProvider services)
        where TRequest : class, IStreamRequest<TItem> => new Step<TRequest, TItem>(times);

    public sealed class Step<TRequest, TItem>(int times) : IStreamPipelineBehavior<TRequest, TItem>
        where TRequest : class, IStreamRequest<TItem>
    {
        public async IAsyncEnumerable<TItem> HandleAsync(
            TRequest request, MessageContext context, StreamHandlerDelegate<TRequest, TItem> next)
        {
            await foreach (var item in next(request, context))
            {
                for (var i = 0; i < times; i++)
                {
                    yield return item;
                }
            }
        }
    }
}
