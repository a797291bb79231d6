using System.Buffers.Binary;
using System.IO.Compression;
using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Interop;

/// <summary>What our hosts send as curl receives it: HTTP/2 by a foreign client that knows nothing of gRPC and keeps every byte.</summary>
public abstract class CurlCompressionTests(Stack stack)
{
    private static readonly byte[] Message = [.. Enumerable.Repeat("all work and no play "u8.ToArray(), 500).SelectMany(b => b)];

    [Fact]
    public async Task A_message_that_opts_out_is_plain_on_the_wire_between_two_that_are_gzip()
    {
        var curl = Requires.Program(TestPrerequisites.Curl);
        var directory = Directory.CreateTempSubdirectory("fathom-curl-");
        try
        {
            await using var host = await stack.StartAsync([new ServiceBuilder(BytesMethods.Service)
                .ServerStreaming(BytesMethods.ServerStreaming, async (_, replies, _) =>
                {
                    await replies.WriteAsync(Message);
                    await replies.WriteAsync(Message, WriteFlags.NoCompress);
                    await replies.WriteAsync(Message);
                }).Build()],
                options: new ServerOptions { Compression = MessageCompression.Always(CodecRegistry.Gzip) });
            var (body, headers, request) = (PathOf("body"), PathOf("headers"), PathOf("request"));
            await File.WriteAllBytesAsync(request, new byte[5]);

            (await ChildProcess.RunAsync(curl, "-s", "-m", "60", "--http2-prior-knowledge", "--data-binary", $"@{request}", "-H",
                "content-type: application/grpc", "-H", "te: trailers",
                "-H", "grpc-accept-encoding: identity,gzip", "-o", body, "-D", headers,
                    $"{host.Address}{BytesMethods.ServerStreaming.FullPath[1..]}")).ExitCode.ShouldBe(0);

            (await File.ReadAllTextAsync(headers)).ShouldContain("grpc-encoding: gzip");
            var messages = Split(await File.ReadAllBytesAsync(body));
            messages.Select(m => m.Flag).ShouldBe([1, 0, 1]);
            messages[1].Bytes.ShouldBe(Message);
            Gunzip(messages[0].Bytes).ShouldBe(Message);
            messages[0].Bytes.Length.ShouldBeLessThan(Message.Length / 10);
        }
        finally
        {
            directory.Delete(recursive: true);
        }

        string PathOf(string name) => Path.Combine(directory.FullName, name);
    }

    private static List<(int Flag, byte[] Bytes)> Split(ReadOnlySpan<byte> body)
    {
        List<(int Flag, byte[] Bytes)> messages = [];
        while (body.Length > 0)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(body[1..]);
            messages.Add((body[0], body.Slice(5, length).ToArray()));
            body = body[(5 + length)..];
        }

        return messages;
    }

    private static byte[] Gunzip(byte[] bytes)
    {
        using var plain = new MemoryStream();
        using var gzip = new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress);
        gzip.CopyTo(plain);
        return plain.ToArray();
    }

    public sealed class OnKestrel() : CurlCompressionTests(Stack.Framework);

    public sealed class OnNative() : CurlCompressionTests(Stack.Native);
}
