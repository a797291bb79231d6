using Fathom.TestKit.Calls;
using Fathom.Wire.Grpc;
using static Fathom.Tests.Transport.Server.BytesDispatcher;

namespace Fathom.Tests.Transport.Server;

/// <summary>Requests that are no call of a service.</summary>
public class RefusedRequestTests
{
    [Fact]
    public async Task Anything_but_POST_is_405()
    {
        var exchange = new MemoryExchange(BytesMethods.Unary.FullPath) { Method = "GET" };

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.StatusCode.ShouldBe(405);
        exchange.ResponseHeaders.ShouldBe([("allow", "POST")]);
    }

    [Fact]
    public async Task A_content_type_that_is_not_gRPC_is_415()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("content-type", "application/grpc-web"));

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.StatusCode.ShouldBe(415);
        exchange.ResponseHeaders.ShouldNotContain(header => header.Name == "grpc-status");
    }

    [Theory]
    [InlineData("/test.Bytes/Nothing", "Service 'test.Bytes' has no method 'Nothing'.")]
    [InlineData("/test.Nobody/Unary", "Service 'test.Nobody' is not served here.")]
    [InlineData("/", "Service '/' is not served here.")]
    [InlineData("", "Service '' is not served here.")]
    public async Task A_method_nobody_serves_is_Unimplemented_in_trailers_only(string path, string detail)
    {
        var exchange = new MemoryExchange(path);

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Unimplemented, detail));
        exchange.IsTrailersOnly().ShouldBeTrue();
    }
}
