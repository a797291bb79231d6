using System.IO.Pipelines;
using System.Reflection;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Fathom.Subjects.Blob;

/// <summary>
/// Middleware that gives a response on Kestrel the body that HTTP.sys gives it: the framework's own StreamPipeWriter over a stream whose
/// writes complete when the peer has acknowledged them. What is below the segments is exact; HTTP.sys's own framing is not imitated.
/// </summary>
internal sealed class HttpSysModel(SegmentSize segment, TimeProvider time)
{
    private const int LargeSegment = 65536;

    public async Task InvokeAsync(HttpContext context, RequestDelegate next)
    {
        var socket = context.Features.Get<IConnectionSocketFeature>()?.Socket
            ?? throw new InvalidOperationException("The connection has no socket to ask for acknowledgements.");
        var below = context.Features.GetRequiredFeature<IHttpResponseBodyFeature>();
        var stream = new AcknowledgedStream(below.Stream, new TcpProgress(socket, time), context.RequestAborted);
        StreamResponseBodyFeature body = segment == SegmentSize.LargeByOptions
            ? new SegmentedBody(stream, below, LargeSegment)
            : new StreamResponseBodyFeature(stream, below);
        context.Features.Set<IHttpResponseBodyFeature>(body);
        try
        {
            if (segment == SegmentSize.LargeByReflection)
            {
                Enlarge(context.Response.BodyWriter);
            }

            await next(context);
            // What the handler left in the writer goes out now, segment by segment.
            await context.Response.BodyWriter.CompleteAsync();
        }
        finally
        {
            context.Features.Set(below);
        }
    }

    // As published ("EnableHack"), field and all.
    private static void Enlarge(PipeWriter writer)
    {
        var field = writer.GetType().GetField("_minimumBufferSize", BindingFlags.Instance | BindingFlags.NonPublic)
            ?? throw new NotSupportedException(
            $"{writer.GetType()} of this .NET has no field '_minimumBufferSize': the published switch does not work on it.");
        field.SetValue(writer, LargeSegment);
    }

    /// <summary>The framework's body over a stream, with segments of another size.</summary>
    private sealed class SegmentedBody(Stream stream, IHttpResponseBodyFeature below, int segment)
        : StreamResponseBodyFeature(stream, below), IHttpResponseBodyFeature
    {
        private readonly PipeWriter _writer = PipeWriter.Create(
            stream, new StreamPipeWriterOptions(minimumBufferSize: segment, leaveOpen: true));

        PipeWriter IHttpResponseBodyFeature.Writer => _writer;
    }
}
