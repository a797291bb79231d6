using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Microsoft.AspNetCore.Http;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>gRPC responses whose messages or trailers are malformed.</summary>
public abstract class MalformedResponseTests(Stack stack)
{
    [Fact]
    public async Task More_or_fewer_than_one_response_where_there_must_be_one_is_Unimplemented()
    {
        byte[] two = [.. RawAnswer.EmptyMessage, .. RawAnswer.EmptyMessage];

        (await stack.CallAsync(context => context.AnswerAsync([], "0"))).StatusCode.ShouldBe(StatusCode.Unimplemented);
        (await stack.CallAsync(context => context.AnswerAsync(two, "0"))).StatusCode.ShouldBe(StatusCode.Unimplemented);
    }

    [Theory]
    [InlineData(0, "none")]
    [InlineData(2, "more than one")]
    public async Task Nor_do_they_end_with_OK_where_they_are_read_one_by_one(int responses, string found)
    {
        await using var host = await RawHost.StartAsync(
            context => context.AnswerAsync([.. Enumerable.Repeat(RawAnswer.EmptyMessage, responses).SelectMany(m => m)], "0"));
        using var channel = stack.Channel(new ChannelOptions { Address = host.Address });
        using var call = channel.Start(EchoMethods.ClientStream, Within(60));
        await call.CompleteAsync();
        var read = 0;
        var failure = await FailureAsync(async () =>
        {
            while (await call.MoveNextAsync())
            {
                read++;
            }
        });

        failure.Status.ShouldBe(
            new Status(StatusCode.Unimplemented, $"The method has exactly one response message, the server sent {found}."));
        read.ShouldBe(Math.Min(1, responses));
    }

    [Fact]
    public async Task A_response_that_is_cut_off_compressed_or_no_message_is_Internal()
    {
        (await stack.CallAsync(context => context.AnswerAsync([0, 0, 0, 0, 9, 1], "0"))).Detail.ShouldContain("1 of the 9 bytes");
        (await stack.CallAsync(context => context.AnswerAsync([1, 0, 0, 0, 0], "0"))).Detail.ShouldContain("Compressed flag");
        (await stack.CallAsync(context => context.AnswerAsync([0, 0, 0, 0, 1, 0xff], "0"))).Detail.ShouldContain("are no EchoReply");
    }

    [Theory]
    [InlineData("snappy", "Unsupported grpc-encoding value 'snappy'. Supported encodings: identity,gzip,deflate,br")]
    [InlineData("identity", "Compressed flag set on a message of a stream without a grpc-encoding other than identity.")]
    public async Task A_compressed_response_of_an_encoding_that_was_not_accepted_is_Internal(string encoding, string detail)
    {
        var failure = await stack.CallAsync(context =>
        {
            context.Response.Headers["grpc-encoding"] = encoding;
            return context.AnswerAsync([1, 0, 0, 0, 1, 9], "0");
        });

        failure.StatusCode.ShouldBe(StatusCode.Internal);
        failure.Detail.ShouldStartWith(detail);
    }

    [Fact]
    public async Task A_trailer_that_is_not_base64_is_Internal() =>
        (await stack.CallAsync(context =>
        {
            context.Response.AppendTrailer("x-bin", "!");
            return context.AnswerAsync(RawAnswer.EmptyMessage, "0");
        })).ShouldBe(new Status(StatusCode.Internal, "Response metadata 'x-bin' is not base64: !"));

    public sealed class ByHttpClient() : MalformedResponseTests(Stack.Framework);

    public sealed class ByNative() : MalformedResponseTests(Stack.NativeClientOnKestrel);
}
