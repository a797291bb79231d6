using System.Globalization;
using System.Text;
using Fathom.TestKit.Calls;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Interop;

/// <summary>
/// <c>test.Bytes</c> for checks of back-pressure. <c>ServerStreaming</c> sends as many messages as its request says, <c>ClientStreaming</c>
/// reads nothing until <c>Unary</c> is sent <c>release</c>; any other <c>Unary</c> says how many bytes were written so far. Serves the
/// checks of one client, one after the other.
/// </summary>
internal sealed class SlowService
{
    private const int MessageSize = 16 * 1024;

    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _written;

    public ServiceDefinition Definition() => new ServiceBuilder(BytesMethods.Service)
        .Unary(BytesMethods.Unary, (request, _) => new(Answer(Encoding.ASCII.GetString(request))))
        .ClientStreaming(BytesMethods.ClientStreaming, (requests, _) => CountAsync(requests))
        .ServerStreaming(BytesMethods.ServerStreaming, async (request, replies, _) =>
        {
            for (var left = int.Parse(Encoding.ASCII.GetString(request), CultureInfo.InvariantCulture); left > 0; left--)
            {
                await replies.WriteAsync(new byte[MessageSize]);
                Interlocked.Add(ref _written, MessageSize);
            }
        })
        .Build();

    private byte[] Answer(string question)
    {
        if (question == "release")
        {
            _released.SetResult();
        }

        return Number(Interlocked.Read(ref _written));
    }

    private async ValueTask<byte[]> CountAsync(RequestReader<byte[]> requests)
    {
        await _released.Task;
        var total = 0L;
        await foreach (var request in requests)
        {
            total += request.Length;
        }

        return Number(total);
    }

    private static byte[] Number(long value) => Encoding.ASCII.GetBytes(value.ToString(CultureInfo.InvariantCulture));
}
