using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls;

/// <summary>One call in progress: sends all requests while it shows replies.</summary>
internal sealed class CallRun(FathomConsole console, CallView view, CallReplies replies, string target)
{
    public async Task<int> RunAsync(Channel channel, MethodSchema facts, RequestData? requests, CallOptions options,
        Interruption interruption)
    {
        var bytes = new BytesMarshaller();
        using var call = channel.Start(
            new Method<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>>(MethodKinds.Of(facts), facts.Service, facts.Name, bytes, bytes),
            options);
        var sending = SendAsync(call, requests);
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

        await sending;
        if (interruption.Signal is not null)
        {
            return ExitCode.Interrupted;
        }

        if (CallFailures.IsUnreached(status))
        {
            throw CommandException.Missing(CallFailures.Sentence(target, status));
        }

        var trailers = TrailersOf(call);
        view.End(status, trailers);
        await replies.ShowDetailsAsync(trailers);
        await console.Out.FlushAsync(CancellationToken.None);
        return status.IsOk && replies.Unreadable == 0 ? ExitCode.Done : ExitCode.NotHeld;
    }

    private async Task ReadAsync(Call<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>> call, MethodSchema facts, Task sending)
    {
        if (!facts.IsClientStreaming)
        {
            await sending;
        }

        view.Headers(await call.ResponseHeadersAsync());
        for (var number = 1L; await call.MoveNextAsync(); number++)
        {
            await replies.ShowAsync(number, facts.Output, call.Current);
        }
    }

    private static async Task SendAsync(Call<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>> call, RequestData? requests)
    {
        using var source = requests?.Open();
        try
        {
            for (var i = 0L; i < (requests?.Count ?? 0); i++)
            {
                await call.WriteAsync(source!.Get(i));
            }

            await call.CompleteAsync();
        }
        catch (RpcException)
        {
            // Reading has the status that ended the call.
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
