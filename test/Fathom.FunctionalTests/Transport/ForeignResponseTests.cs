using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport;

/// <summary>Answers no gRPC server gives, or none should.</summary>
public abstract class ForeignResponseTests(Stack stack)
{
    private static readonly byte[] Empty = [0, 0, 0, 0, 0];

    [Theory]
    [InlineData(400, StatusCode.Internal)]
    [InlineData(401, StatusCode.Unauthenticated)]
    [InlineData(403, StatusCode.PermissionDenied)]
    [InlineData(404, StatusCode.Unimplemented)]
    [InlineData(503, StatusCode.Unavailable)]
    [InlineData(302, StatusCode.Unknown)]
    public async Task An_HTTP_status_without_a_gRPC_status_is_mapped(int http, StatusCode expected)
    {
        var failure = await CallAsync(context =>
        {
            context.Response.StatusCode = http;
            return Task.CompletedTask;
        });

        failure.ShouldBe(new Status(expected, $"Bad gRPC response. HTTP status code: {http}"));
    }

    [Fact]
    public async Task A_gRPC_status_counts_whatever_the_HTTP_status()
    {
        var failure = await CallAsync(context =>
        {
            context.Response.StatusCode = 503;
            context.Response.Headers["grpc-status"] = "7";
            return Task.CompletedTask;
        });

        failure.ShouldBe(new Status(StatusCode.PermissionDenied));
    }

    [Fact]
    public async Task A_web_page_is_Unknown_and_the_detail_says_what_came() =>
        (await CallAsync(context =>
        {
            context.Response.ContentType = "text/html";
            return context.Response.WriteAsync("<html>");
        })).ShouldBe(new Status(StatusCode.Unknown, "Bad gRPC response. Invalid content-type value: text/html"));

    [Theory]
    [InlineData(null, "No grpc-status found on response.")]
    [InlineData("fine", "Unexpected grpc-status value: fine")]
    public async Task A_response_without_a_status_that_can_be_read_is_Unknown(string? status, string detail) =>
        (await CallAsync(context => AnswerAsync(context, Empty, status))).ShouldBe(new Status(StatusCode.Unknown, detail));

    [Fact]
    public async Task More_or_fewer_than_one_response_where_there_must_be_one_is_Unimplemented()
    {
        (await CallAsync(context => AnswerAsync(context, [], "0"))).StatusCode.ShouldBe(StatusCode.Unimplemented);
        (await CallAsync(context => AnswerAsync(context, [.. Empty, .. Empty], "0"))).StatusCode.ShouldBe(StatusCode.Unimplemented);
    }

    [Fact]
    public async Task A_response_that_is_cut_off_compressed_or_no_message_is_Internal()
    {
        (await CallAsync(context => AnswerAsync(context, [0, 0, 0, 0, 9, 1], "0"))).Detail.ShouldContain("1 of the 9 bytes");
        (await CallAsync(context => AnswerAsync(context, [1, 0, 0, 0, 0], "0"))).Detail.ShouldContain("Compressed flag");
        (await CallAsync(context => AnswerAsync(context, [0, 0, 0, 0, 1, 0xff], "0"))).Detail.ShouldContain("are no EchoReply");
    }

    [Theory]
    [InlineData("snappy", "Unsupported grpc-encoding value 'snappy'. Supported encodings: identity,gzip,deflate,br")]
    [InlineData("identity", "Compressed flag set on a message of a stream without a grpc-encoding other than identity.")]
    public async Task A_compressed_response_of_an_encoding_that_was_not_accepted_is_Internal(string encoding, string detail)
    {
        var failure = await CallAsync(context =>
        {
            context.Response.Headers["grpc-encoding"] = encoding;
            return AnswerAsync(context, [1, 0, 0, 0, 1, 9], "0");
        });

        failure.StatusCode.ShouldBe(StatusCode.Internal);
        failure.Detail.ShouldStartWith(detail);
    }

    [Fact]
    public async Task A_trailer_that_is_not_base64_is_Internal() =>
        (await CallAsync(context =>
        {
            context.Response.AppendTrailer("x-bin", "!");
            return AnswerAsync(context, Empty, "0");
        })).ShouldBe(new Status(StatusCode.Internal, "Response metadata 'x-bin' is not base64: !"));

    [Theory]
    [InlineData(0x2, StatusCode.Internal)]
    [InlineData(0x8, StatusCode.Cancelled)]
    [InlineData(0xb, StatusCode.ResourceExhausted)]
    [InlineData(0xc, StatusCode.PermissionDenied)]
    public async Task A_stream_that_is_reset_before_and_after_its_headers_maps_by_its_error_code(int code, StatusCode expected)
    {
        var before = await CallAsync(context => ResetAsync(context, code));
        var after = await CallAsync(async context =>
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

    private static async Task AnswerAsync(HttpContext context, byte[] body, string? status)
    {
        context.Response.ContentType = "application/grpc";
        context.Response.DeclareTrailer("grpc-status");
        await context.Response.Body.WriteAsync(body);
        await context.Response.Body.FlushAsync();
        if (status is not null)
        {
            context.Response.AppendTrailer("grpc-status", status);
        }
    }

    private async Task<Status> CallAsync(RequestDelegate answer)
    {
        await using var host = await RawHost.StartAsync(answer);
        using var channel = stack.Channel(new ChannelOptions { Address = host.Address });
        return (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)))).Status;
    }

    public sealed class ByHttpClient() : ForeignResponseTests(Stack.Framework);

    public sealed class ByNative() : ForeignResponseTests(Stack.NativeClientOnKestrel);
}
