using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>The status with which a server ends a call.</summary>
public abstract class StatusTests(Stack stack)
{
    [Fact]
    public async Task A_status_reaches_the_caller_with_its_detail_as_it_was()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        var request = new EchoRequest { StatusCode = (int)StatusCode.DataLoss, StatusDetail = "100 % of\nZürich 😀" };

        var awaited = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, request));
        var blocking = Should.Throw<RpcException>(() => channel.Unary(EchoMethods.Unary, request));

        awaited.Status.ShouldBe(new Status(StatusCode.DataLoss, "100 % of\nZürich 😀"));
        blocking.Status.ShouldBe(awaited.Status);
    }

    [Fact]
    public async Task A_stream_delivers_what_came_before_its_failure()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var call = channel.Start(EchoMethods.ServerStream);
        await call.WriteAsync(new EchoRequest { Repeat = 3, StatusCode = (int)StatusCode.Aborted, StatusDetail = "enough" });

        var read = 0;
        var failure = await FailureAsync(async () =>
        {
            while (await call.MoveNextAsync())
            {
                read++;
            }
        });

        read.ShouldBe(3);
        failure.Status.ShouldBe(new Status(StatusCode.Aborted, "enough"));
        call.Status.ShouldBe(failure.Status);
    }

    [Fact]
    public async Task What_a_handler_throws_is_Unknown_without_its_text()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { Crash = true }));

        failure.Status.ShouldBe(new Status(StatusCode.Unknown, "Exception was thrown by handler."));
    }

    [Fact]
    public async Task A_method_nobody_serves_is_Unimplemented_in_every_kind_of_call()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        var marshaller = EchoMethods.Unary;
        foreach (var kind in Enum.GetValues<MethodKind>())
        {
            var method = new Method<EchoRequest, EchoReply>(
                kind, EchoMethods.Service, "Nothing", marshaller.RequestMarshaller, marshaller.ResponseMarshaller);
            using var call = channel.Start(method, Within(20));

            var failure = await FailureAsync(async () =>
            {
                if (method.HasSingleRequest)
                {
                    await call.WriteAsync(Request("x"));
                }

                await call.MoveNextAsync();
            });

            failure.Status.ShouldBe(new Status(StatusCode.Unimplemented, "Service 'fathom.echo.Echo' has no method 'Nothing'."), $"{kind}");
        }
    }

    public sealed class OnKestrelByHttpClient() : StatusTests(Stack.Framework);

    public sealed class OnNativeByNative() : StatusTests(Stack.Native);

    public sealed class OnKestrelByNative() : StatusTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : StatusTests(Stack.HttpClientOnNative);
}
