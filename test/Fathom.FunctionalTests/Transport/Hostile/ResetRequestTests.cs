using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Requests that are reset as soon as they are made (CVE-2023-44487).</summary>
public sealed class ResetRequestTests
{
    [Theory]
    [InlineData(HandlerScheduling.EventLoop)]
    [InlineData(HandlerScheduling.ThreadPool)]
    public async Task A_request_that_comes_with_its_reset_has_no_handler(HandlerScheduling handlers)
    {
        var called = 0;
        var service = new ServiceBuilder(EchoMethods.Service)
            .DuplexStreaming(EchoMethods.DuplexStream, (_, _, _) =>
            {
                Interlocked.Increment(ref called);
                return ValueTask.CompletedTask;
            })
            .Unary(EchoMethods.Unary, (_, _) => new(new EchoReply()));
        await using var host = NativeHost.Start([service.Build()], new NativeHostOptions { Handlers = handlers });
        using var peer = await ConnectAsync(host.Address);
        await peer.ServedAsync();
        for (var i = 1; i <= 50; i++)
        {
            await peer.Request(StreamId(i), DuplexPath).Reset(StreamId(i)).FlushAsync();
        }

        await peer.ServedAsync();
        called.ShouldBe(0);
    }
}
