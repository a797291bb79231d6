using System.Buffers;
using Microsoft.AspNetCore.Http;

namespace Fathom.Subjects.Blob;

/// <summary>The published endpoints: <c>/blobSync</c> hands the body over by <c>PipeWriter.Write</c>, <c>/blobAsync</c> by
/// <c>PipeWriter.WriteAsync</c>.</summary>
internal static class BlobEndpoints
{
    private const string DefaultSize = "65536";

    /// <summary>Answers a request that is not gRPC.</summary>
    public static Task AnswerAsync(HttpContext context) => context.Request.Path.Value switch
    {
        "/blobSync" when TryReadSize(context, out var size) => WriteSync(context, size),
        "/blobAsync" when TryReadSize(context, out var size) => WriteAsync(context, size),
        "/blobSync" or "/blobAsync" => SayAsync(context, 400,
            $"writeSize '{context.Request.Query["writeSize"]}' cannot be used; accepted: 1 to {BlobContent.Most}, as a number or with k "
                + $"or M, such as writeSize=1M"),
        _ => SayAsync(
            context, 404, "there is /blobSync?writeSize=1M and /blobAsync?writeSize=1M, and over HTTP/2 the gRPC service fathom.blob.Blob"),
    };

    private static Task WriteSync(HttpContext context, int size)
    {
        // Nothing is flushed here, as published: the host does it when the handler is done.
        context.Response.BodyWriter.Write(BlobContent.Of(size).Span);
        return Task.CompletedTask;
    }

    private static async Task WriteAsync(HttpContext context, int size) =>
        await context.Response.BodyWriter.WriteAsync(BlobContent.Of(size), context.RequestAborted);

    private static bool TryReadSize(HttpContext context, out int size) =>
        BlobContent.TryParseSize(context.Request.Query.TryGetValue("writeSize", out var given) ? given.ToString() : DefaultSize, out size);

    private static Task SayAsync(HttpContext context, int status, string text)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/plain; charset=utf-8";
        return context.Response.WriteAsync(text + "\n", context.RequestAborted);
    }
}
