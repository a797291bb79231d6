using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Bench.Soak;

/// <summary>One call of a soak run. Compares every reply with the expected one.</summary>
internal sealed class SoakCall(NativeChannel channel, SoakPlan plan)
{
    // Enough for any call that ends by itself; a longer one has lost data.
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    /// <summary>The violation, or null.</summary>
    public string? Violation { get; private set; }

    /// <summary>Its final status.</summary>
    public StatusCode Status { get; private set; }

    /// <summary>Runs the call; never throws.</summary>
    public async Task RunAsync()
    {
        using var cancellation = new CancellationTokenSource();
        var options = new CallOptions
        {
            Deadline = Deadline.After(plan.Ending == SoakEnding.Expired ? TimeSpan.FromMilliseconds(plan.AfterMilliseconds) : Longest),
            CancellationToken = plan.Ending == SoakEnding.Cancelled ? cancellation.Token : default,
            WaitForReady = plan.WaitForReady,
        };
        if (plan.Ending == SoakEnding.Cancelled)
        {
            cancellation.CancelAfter(plan.AfterMilliseconds);
        }

        try
        {
            // A call that is still running well after its deadline hangs.
            await MakeAsync(options).WaitAsync(Longest + Longest);
        }
        catch (RpcException e)
        {
            Status = e.StatusCode;
            if (!plan.MayEndWith(Status))
            {
                Violate($"ended with {e.Status}");
            }
        }
        catch (TimeoutException)
        {
            Status = StatusCode.Unknown;
            Violate("hangs");
        }
        catch (Exception e)
        {
            Status = StatusCode.Unknown;
            Violate($"threw {e}");
        }
    }

    private Task MakeAsync(CallOptions options) => plan.Kind switch
    {
        SoakKind.Unary => UnaryAsync(options),
        SoakKind.Blocking => Task.Run(() => Check(channel.Unary(SoakMethods.Unary, plan.Request(0), options), 0)),
        SoakKind.ClientStream => StreamAsync(SoakMethods.ClientStream, plan.Messages, [plan.Messages], options),
        SoakKind.ServerStream => StreamAsync(SoakMethods.ServerStream, 1, [.. Enumerable.Range(0, plan.Messages)], options),
        _ => StreamAsync(SoakMethods.Duplex, plan.Messages, [.. Enumerable.Range(0, plan.Messages)], options),
    };

    private async Task UnaryAsync(CallOptions options) => Check(await channel.UnaryAsync(SoakMethods.Unary, plan.Request(0), options), 0);

    private async Task StreamAsync(Method<SoakMessage, SoakMessage> method, int requests, int[] replies, CallOptions options)
    {
        using var call = channel.Start(method, options);
        var sending = SendAsync(call, requests);
        var received = 0;
        try
        {
            if (method.Kind == MethodKind.ServerStreaming)
            {
                // The response starts after the request.
                await sending;
            }

            while (await call.MoveNextAsync())
            {
                if (received == replies.Length)
                {
                    Violate("has more replies than requested");
                    break;
                }

                Check(call.Current, replies[received++]);
                await Task.Delay(plan.ReadPauseMilliseconds);
                if (plan.Ending == SoakEnding.Abandoned && received > plan.AfterMilliseconds % replies.Length)
                {
                    Status = StatusCode.Cancelled;
                    return;
                }
            }

            if (received < replies.Length)
            {
                Violate($"is OK with {received} of {replies.Length} replies");
            }

            if (!call.Status.IsOk)
            {
                Violate($"ended without an exception, but its status is {call.Status}");
            }
        }
        finally
        {
            call.Dispose();
            await EndedAsync(sending);
        }
    }

    private async Task SendAsync(Call<SoakMessage, SoakMessage> call, int requests)
    {
        for (var i = 0; i < requests; i++)
        {
            await call.WriteAsync(plan.Request(i));
        }

        await call.CompleteAsync();
    }

    // A completed call accepts no requests; the reader has its status.
    private static async Task EndedAsync(Task sending)
    {
        try
        {
            await sending;
        }
        catch (RpcException)
        {
            // The reader has reported it.
        }
    }

    private void Check(SoakMessage reply, int index)
    {
        if (reply.Call != plan.Call || reply.Index != index || reply.Filling != plan.Filling)
        {
            Violate($"got message {reply.Index} of call {reply.Call} with {reply.Filling} bytes for its own {index} with {plan.Filling}");
        }
    }

    private void Violate(string what) => Violation ??= $"call {plan.Call} ({plan.Kind}, {plan.Ending} after {plan.AfterMilliseconds} "
        + $"ms) {what}";
}
