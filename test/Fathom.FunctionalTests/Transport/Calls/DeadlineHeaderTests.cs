using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>The deadline of a call travels as <c>grpc-timeout</c> (gRPC doc/PROTOCOL-HTTP2.md), from both channels.</summary>
public sealed class DeadlineHeaderTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_time_left_is_sent_as_grpc_timeout(bool native)
    {
        var options = new CallOptions { Deadline = Deadline.After(TimeSpan.FromSeconds(90), new VirtualTime()) };

        (await SentTimeoutsAsync(native, options)).ShouldBe(["90000000u", "90000000u"]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Without_a_deadline_there_is_no_grpc_timeout(bool native) =>
        (await SentTimeoutsAsync(native, default)).ShouldBe(["none", "none"]);

    /// <summary>The header of a unary call and of a stream.</summary>
    private static async Task<string[]> SentTimeoutsAsync(bool native, CallOptions options)
    {
        await using var host = await RawHost.StartAsync(context =>
        {
            context.Response.ContentType = "application/grpc";
            context.Response.Headers["grpc-status"] = "9";
            context.Response.Headers["grpc-message"] = context.Request.Headers["grpc-timeout"].FirstOrDefault("none");
            return Task.CompletedTask;
        });
        var settings = new ChannelOptions { Address = host.Address };
        using Channel channel = native ? new NativeChannel(settings) : new HttpClientChannel(settings);
        var unary = await Should.ThrowAsync<RpcException>(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest(), options));
        using var stream = channel.Start(EchoMethods.DuplexStream, options);
        var streaming = await Should.ThrowAsync<RpcException>(async () => await stream.MoveNextAsync());

        (unary.StatusCode, streaming.StatusCode).ShouldBe((StatusCode.FailedPrecondition, StatusCode.FailedPrecondition));
        return [unary.Status.Detail, streaming.Status.Detail];
    }
}
