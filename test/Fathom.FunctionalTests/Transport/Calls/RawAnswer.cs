using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Microsoft.AspNetCore.Http;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>A unary call to an HTTP/2 server that answers whatever a test wants.</summary>
internal static class RawAnswer
{
    public static readonly byte[] EmptyMessage = [0, 0, 0, 0, 0];

    /// <summary>How the call of <paramref name="stack"/>'s client ends.</summary>
    public static async Task<Status> CallAsync(this Stack stack, RequestDelegate answer)
    {
        await using var host = await RawHost.StartAsync(answer);
        using var channel = stack.Channel(new ChannelOptions { Address = host.Address });
        return (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)))).Status;
    }

    /// <summary>Answers with these bytes as the body and, unless it is null, with the status in the trailers.</summary>
    public static async Task AnswerAsync(this HttpContext context, byte[] body, string? status)
    {
        context.Response.ContentType = "application/grpc";
        context.Response.DeclareTrailer("grpc-status");
        await context.Response.Body.WriteAsync(body);
        await context.Response.Body.FlushAsync();
        if (status is not null)
        {
            context.Response.AppendTrailer("grpc-status", status);
        }
    }
}
