using Fathom.Transport.Calls;

namespace Fathom.Transport.Services;

/// <summary>
/// The replies of a streaming method, each enumeration a call of its own, which the enumeration's token ends as the options' does. Owned by
/// the caller; it holds nothing but how to start a call.
/// </summary>
internal sealed class ReplyStream<T>(Func<CallOptions, IAsyncEnumerable<T>> start, CallOptions options) : IAsyncEnumerable<T>
{
    public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        if (!cancellationToken.CanBeCanceled || cancellationToken == options.CancellationToken)
        {
            return start(options).GetAsyncEnumerator(CancellationToken.None);
        }

        return options.CancellationToken.CanBeCanceled
            ? EitherAsync(cancellationToken)
            : start(options.WithCancellationToken(cancellationToken)).GetAsyncEnumerator(CancellationToken.None);
    }

    private async IAsyncEnumerator<T> EitherAsync(CancellationToken other)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(options.CancellationToken, other);
        await foreach (var reply in start(options.WithCancellationToken(either.Token)).WithCancellation(CancellationToken.None)
            .ConfigureAwait(false))
        {
            yield return reply;
        }
    }
}
