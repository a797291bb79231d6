using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.TestKit.Calls;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our hosts under h2load, nghttp2's own load generator.</summary>
public abstract class H2LoadTests(Stack stack)
{
    private const int Requests = 2000;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Calls_on_four_connections_ten_at_a_time_all_succeed(bool tls)
    {
        var program = Requires.Program(TestPrerequisites.H2Load);
        var served = 0;
        var counting = new ServiceBuilder(BytesMethods.Service).Unary(BytesMethods.Unary, (request, _) =>
        {
            Interlocked.Increment(ref served);
            return new(request);
        });
        await using var host = await stack.StartAsync([counting.Build()], tls);
        var body = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(body, Curl.Frame(new EchoRequest { StatusDetail = "any bytes" }));

            var h2load = await ChildProcess.RunAsync(
                program, ["-n", $"{Requests}", "-c", "4", "-m", "10", "-d", body, .. Curl.Grpc,
                    new Uri(host.Address, "/test.Bytes/Unary").AbsoluteUri]);

            h2load.Output.ShouldContain($"{Requests} succeeded, 0 failed, 0 errored, 0 timeout", Case.Sensitive, h2load.Errors);
            h2load.Output.ShouldContain($"status codes: {Requests} 2xx");
            served.ShouldBe(Requests);
        }
        finally
        {
            File.Delete(body);
        }
    }

    public sealed class OnKestrel() : H2LoadTests(Stack.Framework);

    public sealed class OnNative() : H2LoadTests(Stack.Native);
}
