using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our clients, calling an HTTP/2 server that is not gRPC.</summary>
public abstract class NghttpdTests(Stack stack)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_path_it_does_not_have_is_Unimplemented_and_the_detail_says_that_this_is_no_gRPC(bool tls)
    {
        await using var server = await Nghttpd.StartAsync(tls);
        using var channel = stack.Channel(server.Options);

        var unary = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)));
        var large = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request(1 << 20), Within(60)));
        var streaming = await FailureAsync(() => channel.ClientStreamingAsync(EchoMethods.ClientStream, Stream(Request("x")), Within(60)));

        foreach (var failure in new[] { unary, large, streaming })
        {
            failure.StatusCode.ShouldBe(StatusCode.Unimplemented);
            failure.Status.Detail.ShouldStartWith("Bad gRPC response. HTTP status code: 404 (server: nghttpd");
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_in_place_of_a_reply_is_Unknown_and_the_detail_says_that_this_is_no_gRPC(bool tls)
    {
        await using var server = await Nghttpd.StartAsync(tls, (EchoMethods.Unary.FullPath, "<html>"));
        using var channel = stack.Channel(server.Options);

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)));

        failure.StatusCode.ShouldBe(StatusCode.Unknown);
        failure.Status.Detail.ShouldStartWith("Bad gRPC response. ");
        failure.Status.Detail.ShouldContain("content-type");
    }

    public sealed class ByHttpClient() : NghttpdTests(Stack.Framework);

    public sealed class ByNative() : NghttpdTests(Stack.Native);
}
