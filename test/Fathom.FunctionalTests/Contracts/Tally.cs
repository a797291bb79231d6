using System.Runtime.CompilerServices;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Contracts;

/// <summary>Carries out <see cref="ITally"/>, and counts the streams that were ended from outside.</summary>
internal sealed class Tally : ITally
{
    private long _ended;
    private Number _kept = new(0);

    public long Ended => Interlocked.Read(ref _ended);

    public ValueTask<Number> DoubleAsync(Number number, CallContext context = default)
    {
        context.Server!.ResponseTrailers.Add("x-method", context.Server.Method);
        return number.Value < 0
            ? throw new RpcException(new Status(StatusCode.OutOfRange, "negative"))
            : new(new Number(number.Value * 2, context.Server.RequestHeaders.GetValue("x-note") ?? ""));
    }

    public Task<Number> NegateAsync(Number number, CancellationToken token = default) => Task.FromResult(new Number(-number.Value));

    public async ValueTask<Number> SumAsync(IAsyncEnumerable<Number> numbers, CallContext context = default)
    {
        var sum = 0L;
        await foreach (var number in numbers)
        {
            sum += number.Value;
        }

        return new Number(sum, context.Options.Deadline is null ? "no deadline" : "deadline");
    }

    public async IAsyncEnumerable<Number> CountAsync(Number upTo, [EnumeratorCancellation] CancellationToken token = default)
    {
        for (var i = 1L; i <= upTo.Value; i++)
        {
            await Task.Yield();
            yield return new Number(i);
        }
    }

    public async IAsyncEnumerable<Number> SumsAsync(CallContext context, IAsyncEnumerable<Number> numbers)
    {
        var sum = 0L;
        await foreach (var number in numbers)
        {
            yield return new Number(sum += number.Value);
        }
    }

    public async IAsyncEnumerable<Number> EndlessAsync(CallOptions options = default)
    {
        yield return new Number(1);
        try
        {
            await Task.Delay(Timeout.Infinite, options.CancellationToken);
        }
        finally
        {
            Interlocked.Increment(ref _ended);
        }
    }

    public ValueTask KeepAsync(Number number)
    {
        _kept = number;
        return default;
    }

    public Task<Number> KeptAsync() => Task.FromResult(_kept);

    public Task ForgetAsync()
    {
        _kept = new Number(0, "forgotten");
        return Task.CompletedTask;
    }
}
