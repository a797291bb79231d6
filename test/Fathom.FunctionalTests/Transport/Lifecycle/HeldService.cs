using Fathom.Subjects.Echo;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>Echoes once it is told to: a test knows which calls are under way.</summary>
internal sealed class HeldService
{
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _held;
    private int _most;

    /// <summary>Calls that wait.</summary>
    public int Held => Volatile.Read(ref _held);

    /// <summary>As many as ever waited at a time.</summary>
    public int Most => Volatile.Read(ref _most);

    public void Release() => _released.SetResult();

    public ServiceDefinition Definition() => new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, EchoAsync).Build();

    private async ValueTask<EchoReply> EchoAsync(EchoRequest request, ServerCallContext context)
    {
        var held = Interlocked.Increment(ref _held);
        for (var most = _most; held > most; most = _most)
        {
            Interlocked.CompareExchange(ref _most, held, most);
        }

        try
        {
            await _released.Task.WaitAsync(context.CancellationToken);
            return new EchoReply { Payload = request.Payload };
        }
        finally
        {
            Interlocked.Decrement(ref _held);
        }
    }
}
