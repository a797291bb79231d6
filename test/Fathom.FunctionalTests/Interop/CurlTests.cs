using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our hosts, asked by curl, which knows HTTP/2 and nothing of gRPC.</summary>
public abstract class CurlTests(Stack stack)
{
    private const string Unary = "/fathom.echo.Echo/Unary";

    // For what is answered before a body is read: curl before 8 drops a response that comes before it has sent all (against RFC 9113
    // section 8.1).
    private static readonly string[] Bodiless = ["-X", "POST"];

    [Theory]
    [InlineData(false, 0)]
    [InlineData(false, 3 << 20)]
    [InlineData(true, 0)]
    [InlineData(true, 3 << 20)]
    public async Task A_call_is_a_response_with_a_message_and_a_status_in_its_trailers(bool tls, int size)
    {
        await using var host = await stack.StartAsync(tls);
        var request = Request(size);

        var response = await Curl.RunAsync(host, Unary, Curl.Frame(request), Curl.Grpc);

        response.Status.ShouldBe("2 200", response.Error);
        response.Headers.ShouldContain("content-type: application/grpc");
        response.Headers.ShouldNotContain("grpc-status");
        response.Body.SequenceEqual(Curl.Frame(new EchoReply { Payload = request.Payload, TotalBytes = size })).ShouldBeTrue();
        response.Trailers.ShouldBe("grpc-status: 0");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_call_that_fails_at_once_is_headers_alone(bool tls)
    {
        await using var host = await stack.StartAsync(tls);
        var failing = Curl.Frame(new EchoRequest { StatusCode = 9, StatusDetail = "100 % of it" });

        var failed = await Curl.RunAsync(host, Unary, failing, Curl.Grpc);
        var unknown = await Curl.RunAsync(host, "/fathom.echo.Echo/Nothing", null, [.. Curl.Grpc, .. Bodiless]);

        foreach (var response in new[] { failed, unknown })
        {
            response.Status.ShouldBe("2 200", response.Error);
            response.Headers.ShouldContain("content-type: application/grpc");
            response.Body.ShouldBeEmpty();
            response.Trailers.ShouldBeEmpty();
        }

        failed.Headers.ShouldContain("grpc-status: 9");
        failed.Headers.ShouldContain("grpc-message: 100 %25 of it");
        unknown.Headers.ShouldContain("grpc-status: 12");
        unknown.Headers.ShouldContain("grpc-message: Service 'fathom.echo.Echo' has no method 'Nothing'.");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_is_no_call_is_told_by_HTTP_what_is_accepted(bool tls)
    {
        await using var host = await stack.StartAsync(tls);

        var get = await Curl.RunAsync(host, Unary, null);
        var form = await Curl.RunAsync(host, Unary, null, Bodiless);

        get.Status.ShouldBe("2 405", get.Error);
        get.Headers.ShouldContain("allow: POST");
        form.Status.ShouldBe("2 415", form.Error);
        form.Headers.ShouldContain("accept: application/grpc");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task HTTP_1_1_gets_no_response_that_could_be_taken_for_one_and_others_are_served_on(bool tls)
    {
        await using var host = await stack.StartAsync(tls);

        var old = await Curl.RunAsync(host, Unary, Curl.Frame(new EchoRequest()), [.. Curl.Grpc, "--http1.1"]);
        var next = await Curl.RunAsync(host, Unary, Curl.Frame(new EchoRequest()), Curl.Grpc);

        old.Status.ShouldNotEndWith(" 200");
        next.Trailers.ShouldBe("grpc-status: 0", next.Error);
    }

    public sealed class OnKestrel() : CurlTests(Stack.Framework);

    public sealed class OnNative() : CurlTests(Stack.Native);
}
