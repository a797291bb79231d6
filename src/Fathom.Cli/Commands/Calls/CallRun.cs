using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls;

/// <summary>One call in progress: sends all requests while it shows replies.</summary>
internal sealed class CallRun(FathomConsole console, CallView view, CallReplies replies, string target)
{
    public async Task<int> RunAsync(Channel channel, MethodSchema facts, CallRequests requests, CallOptions options,
        Interruption interruption)
    {
        var bytes = new BytesMarshaller();
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(options.CancellationToken);
        using var call = channel.Start(
            new Method<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>>(MethodKinds.Of(facts), facts.Service, facts.Name, bytes, bytes),
            options with { CancellationToken = ending.Token });
        var sending = SendAsync(call, requests, ending);
        Status status;
        try
        {
            await ReadAsync(call, facts, sending);
            status = call.Status;
        }
        catch (RpcException e)
        {
            status = e.Status;
        }

        // Standard input may still be open.
        await ending.CancelAsync();
        await sending;
        if (interruption.Signal is not null)
        {
            view.Finish();
            return ExitCode.Interrupted;
        }

        if (CallFailures.IsUnreached(status))
        {
            throw CommandException.Missing(CallFailures.Sentence(target, status));
        }

        var trailers = TrailersOf(call);
        view.End(status, trailers);
        await replies.ShowDetailsAsync(trailers);
        view.Finish();
        await console.Out.FlushAsync(CancellationToken.None);
        return !status.IsOk ? ExitCode.OfStatus(status.StatusCode) : replies.Unreadable == 0 ? ExitCode.Done : ExitCode.NotHeld;
    }

    private async Task ReadAsync(Call<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>> call, MethodSchema facts, Task sending)
    {
        if (!facts.IsClientStreaming)
        {
            await sending;
        }

        view.Headers(await call.ResponseHeadersAsync());
        view.Encoding(call.ResponseEncoding);
        for (var number = 1L; await call.MoveNextAsync(); number++)
        {
            await replies.ShowAsync(number, facts.Output, call.Current);
        }
    }

    private static async Task SendAsync(
        Call<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>> call, CallRequests requests, CancellationTokenSource ending)
    {
        try
        {
            await foreach (var message in requests.ReadAsync(ending.Token))
            {
                await call.WriteAsync(message);
            }

            await call.CompleteAsync();
        }
        catch (Exception e) when (e is RpcException || (e is OperationCanceledException && ending.IsCancellationRequested))
        {
            // Reading has the status that ended the call.
        }
        catch (SchemaException)
        {
            // The call cannot go on without its message; who awaits the sending says why.
            await ending.CancelAsync();
            throw;
        }
    }

    private static Metadata TrailersOf(Call<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>> call)
    {
        try
        {
            return call.Trailers;
        }
        catch (InvalidOperationException)
        {
            // The call failed before it had any.
            return [];
        }
    }
}
