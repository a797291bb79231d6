using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>Calls that wait until a server is there.</summary>
public abstract class WaitForReadyTests(Stack stack)
{
    [Fact]
    public async Task A_call_that_waits_for_ready_is_answered_once_a_server_is_there()
    {
        var time = new VirtualTime();
        var port = FreePort.Next();
        using var channel = stack.Channel(new ChannelOptions { Address = new Uri($"http://127.0.0.1:{port}"), TimeProvider = time });
        var call = channel.UnaryAsync(EchoMethods.Unary, Request("patient"), new CallOptions { WaitForReady = true });
        await Eventually.HoldsAsync(() => time.Pending == 1, "the call waits after a first attempt");

        await using var host = await stack.StartAsync(port: port);
        time.Advance(TimeSpan.FromSeconds(2));

        (await call).Text().ShouldBe("patient");
    }

    [Fact]
    public async Task A_call_that_waits_for_ready_keeps_its_deadline()
    {
        using var channel = stack.Channel(FreePort.Next());

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(0.2).WithWaitForReady()));

        failure.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    public sealed class OnKestrelByHttpClient() : WaitForReadyTests(Stack.Framework);

    public sealed class OnNativeByNative() : WaitForReadyTests(Stack.Native);

    public sealed class OnKestrelByNative() : WaitForReadyTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : WaitForReadyTests(Stack.HttpClientOnNative);
}
