using Fathom.Contracts;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;

namespace Fathom.FunctionalTests.Contracts;

/// <summary>A code-first service with every shape a method may have.</summary>
[Service]
public interface ITally
{
    ValueTask<Number> DoubleAsync(Number number, CallContext context = default);

    Task<Number> NegateAsync(Number number, CancellationToken token = default);

    ValueTask<Number> SumAsync(IAsyncEnumerable<Number> numbers, CallContext context = default);

    IAsyncEnumerable<Number> CountAsync(Number upTo, CancellationToken token = default);

    IAsyncEnumerable<Number> SumsAsync(CallContext context, IAsyncEnumerable<Number> numbers);

    IAsyncEnumerable<Number> EndlessAsync(CallOptions options = default);

    ValueTask KeepAsync(Number number);

    Task<Number> KeptAsync();

    Task ForgetAsync();
}

[Contract]
public sealed partial record Number([Member(1)] long Value, [Member(2)] string Note = "");
