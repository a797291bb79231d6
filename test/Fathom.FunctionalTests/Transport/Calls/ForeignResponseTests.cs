using Fathom.Wire.Grpc;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>Responses that are no gRPC response, or have no gRPC status.</summary>
public abstract class ForeignResponseTests(Stack stack)
{
    [Theory]
    [InlineData(400, StatusCode.Internal)]
    [InlineData(401, StatusCode.Unauthenticated)]
    [InlineData(403, StatusCode.PermissionDenied)]
    [InlineData(404, StatusCode.Unimplemented)]
    [InlineData(429, StatusCode.Unavailable)]
    [InlineData(502, StatusCode.Unavailable)]
    [InlineData(503, StatusCode.Unavailable)]
    [InlineData(504, StatusCode.Unavailable)]
    [InlineData(302, StatusCode.Unknown)]
    public async Task An_HTTP_status_without_a_gRPC_status_is_mapped(int http, StatusCode expected)
    {
        var failure = await stack.CallAsync(context =>
        {
            context.Response.StatusCode = http;
            return Task.CompletedTask;
        });

        failure.ShouldBe(new Status(expected, $"Bad gRPC response. HTTP status code: {http} (server: Kestrel)"));
    }

    [Fact]
    public async Task A_gRPC_status_counts_whatever_the_HTTP_status()
    {
        var failure = await stack.CallAsync(context =>
        {
            context.Response.StatusCode = 503;
            context.Response.Headers["grpc-status"] = "7";
            return Task.CompletedTask;
        });

        failure.ShouldBe(new Status(StatusCode.PermissionDenied));
    }

    [Fact]
    public async Task A_web_page_is_Unknown_and_the_detail_says_what_came_and_from_whom() =>
        (await stack.CallAsync(context =>
        {
            context.Response.ContentType = "text/html";
            return context.Response.WriteAsync("<html>");
        })).ShouldBe(new Status(StatusCode.Unknown, "Bad gRPC response. Invalid content-type value: text/html (server: Kestrel)"));

    [Theory]
    [InlineData(null, "No grpc-status found on response.")]
    [InlineData("fine", "Unexpected grpc-status value: fine")]
    public async Task A_response_without_a_status_that_can_be_read_is_Unknown(string? status, string detail) =>
        (await stack.CallAsync(context => context.AnswerAsync(RawAnswer.EmptyMessage, status)))
            .ShouldBe(new Status(StatusCode.Unknown, detail));

    [Theory]
    [InlineData(0x2, StatusCode.Internal)]
    [InlineData(0x8, StatusCode.Cancelled)]
    [InlineData(0xb, StatusCode.ResourceExhausted)]
    [InlineData(0xc, StatusCode.PermissionDenied)]
    public async Task A_stream_that_is_reset_before_and_after_its_headers_maps_by_its_error_code(int code, StatusCode expected)
    {
        var before = await stack.CallAsync(context => ResetAsync(context, code));
        var after = await stack.CallAsync(async context =>
        {
            context.Response.ContentType = "application/grpc";
            await context.Response.BodyWriter.FlushAsync();
            await ResetAsync(context, code);
        });

        before.StatusCode.ShouldBe(expected, before.Detail);
        after.StatusCode.ShouldBe(expected, after.Detail);
    }

    private static Task ResetAsync(HttpContext context, int code)
    {
        context.Features.GetRequiredFeature<IHttpResetFeature>().Reset(code);
        return Task.CompletedTask;
    }

    public sealed class ByHttpClient() : ForeignResponseTests(Stack.Framework);

    public sealed class ByNative() : ForeignResponseTests(Stack.NativeClientOnKestrel);
}
