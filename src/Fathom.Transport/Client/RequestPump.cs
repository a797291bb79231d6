using System.Runtime.ExceptionServices;
using Fathom.Transport.Calls;

namespace Fathom.Transport.Client;

/// <summary>
/// Writes a sequence of requests while the call's owner reads, so that the end of a call is seen though the sequence is slow.
/// Owned by one call's convenient form. The sequence is left where it is when the call ends first.
/// </summary>
internal sealed class RequestPump<TRequest, TResponse>
{
    private readonly Call<TRequest, TResponse> _call;
    private ExceptionDispatchInfo? _fault;

    private RequestPump(Call<TRequest, TResponse> call) => _call = call;

    /// <summary>Whether the sequence threw, which cancelled the call.</summary>
    public bool HasFailed => Volatile.Read(ref _fault) is not null;

    public static RequestPump<TRequest, TResponse> Start(Call<TRequest, TResponse> call, IAsyncEnumerable<TRequest> requests)
    {
        var pump = new RequestPump<TRequest, TResponse>(call);
        _ = pump.RunAsync(requests);
        return pump;
    }

    /// <summary>Throws what the sequence threw.</summary>
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
            // The call has ended or is about to: its reader learns how, with the status the server gave.
            return false;
        }
    }
}
