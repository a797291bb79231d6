using System.Runtime.ExceptionServices;
using Fathom.Transport.Calls;

namespace Fathom.Transport.Client;

/// <summary>Writes a sequence of requests while responses are read, so that the end of a call is noticed even when the sequence is slow.
/// The sequence is abandoned when the call ends first. Owned by one streaming call.</summary>
internal sealed class RequestPump<TRequest, TResponse>
{
    private readonly Call<TRequest, TResponse> _call;
    private ExceptionDispatchInfo? _fault;

    private RequestPump(Call<TRequest, TResponse> call) => _call = call;

    /// <summary>Whether the sequence threw, which cancels the call.</summary>
    public bool HasFailed => Volatile.Read(ref _fault) is not null;

    public static RequestPump<TRequest, TResponse> Start(Call<TRequest, TResponse> call, IAsyncEnumerable<TRequest> requests)
    {
        var pump = new RequestPump<TRequest, TResponse>(call);
        _ = pump.RunAsync(requests);
        return pump;
    }

    /// <summary>Rethrows the exception of the sequence.</summary>
    public void Rethrow() => _fault?.Throw();

    private async Task RunAsync(IAsyncEnumerable<TRequest> requests)
    {
        try
        {
            await foreach (var request in requests.ConfigureAwait(false))
            {
                if (!await TryWriteAsync(request).ConfigureAwait(false))
                {
                    return;
                }
            }

            await _call.CompleteAsync().ConfigureAwait(false);
        }
        catch (Exception e)
        {
            Volatile.Write(ref _fault, ExceptionDispatchInfo.Capture(e));
            _call.Dispose();
        }
    }

    private async ValueTask<bool> TryWriteAsync(TRequest request)
    {
        try
        {
            await _call.WriteAsync(request).ConfigureAwait(false);
            return true;
        }
        catch (RpcException)
        {
            // The call has ended or is about to end: its reader gets the status.
            return false;
        }
    }
}
