using Fathom.FunctionalTests.Cli.Servers;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom call</c> shows what a reply says, and says which reply cannot be read.</summary>
public class ReplyTests
{
    [Fact]
    public async Task An_extension_stands_beside_the_field_of_the_same_index()
    {
        // id and a, then id and b.
        await using var host = ScriptedShop.Start(
            [[0x0A, 1, (byte)'i', 0xA2, 6, 1, (byte)'x'], [0x0A, 1, (byte)'i', 0xAA, 6, 1, (byte)'y']]);
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch");

        run.ExitCode.ShouldBe(0, run.Error);
        run.Output.ReplaceLineEndings("").Replace(" ", "", StringComparison.Ordinal)
            .ShouldBe("""{"id":"i","[shop.a]":"x"}{"id":"i","[shop.b]":"y"}""");
    }

    [Fact]
    public async Task A_reply_that_cannot_be_read_is_a_line_and_the_call_goes_on()
    {
        await using var host = ScriptedShop.Start([[0x0A, 1, (byte)'i'], [0x0A, 9], [0x0A, 1, (byte)'k']]);
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch");

        run.Error.ShouldBe("reply 2: 2 bytes are not a message shop.Item: at $: it ends in the middle of a field; the descriptors may "
            + "be of another version. In base64: Cgk=\n");
        run.Output.ShouldContain("\"id\": \"k\"");
        run.ExitCode.ShouldBe(1);
    }

    [Fact]
    public async Task Replies_without_end_to_a_method_that_has_one_end_its_call()
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "shop.proto");
        await File.WriteAllTextAsync(file, """
            syntax = "proto2"; package shop;
            message Item { optional string id = 1; }
            service Shop { rpc Watch(Item) returns (Item); }
            """);
        await using var host = ScriptedShop.Start(Enumerable.Repeat<byte[]>([0x0A, 1, (byte)'i'], int.MaxValue));
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch", "--proto", file);

        run.Error.ShouldContain("The method has exactly one response message, the server sent more than one.");
        run.Output.Split("\"id\": \"i\"").Length.ShouldBe(2);
        run.ExitCode.ShouldBe(64 + (int)StatusCode.Unimplemented);
    }

    [Fact]
    public async Task A_type_outside_the_service_is_looked_up_and_a_broken_one_is_bytes()
    {
        var known = Any.Pack(new EchoReply { TotalBytes = 7 });
        await using var host = StartWithEcho([WithExtra(known),
            WithExtra(new Any { TypeUrl = known.TypeUrl, Value = ByteString.CopyFrom(0x0A, 9) }),
            WithExtra(new Any { TypeUrl = "a/no.Type", Value = ByteString.CopyFrom(1) })]);
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch");

        run.Output.ShouldContain("\"totalBytes\": \"7\"");
        run.Output.ShouldContain(
            "\"@error\": \"it is not fathom.echo.EchoReply: it ends in the middle of a field; @value has the bytes\"");
        run.Output.ShouldContain("\"@value\": \"Cgk=\"");
        run.Output.ShouldContain("\"@value\": \"AQ==\"");
        (run.ExitCode, run.Output.Split("\"id\": \"i\"").Length).ShouldBe((0, 4), run.Error);
    }

    [Fact]
    public async Task Details_of_a_status_are_shown_by_built_in_types_and_by_reflection()
    {
        // google.rpc.Status with code 3: a BadRequest whose field is "id", and a message of another service.
        byte[] violation = [0x0A, 6, 0x0A, 2, (byte)'i', (byte)'d', 0x12, 0];
        const string type = "type.googleapis.com/google.rpc.BadRequest";
        var invalid = new Any { TypeUrl = type, Value = ByteString.CopyFrom(violation) }.ToByteArray();
        var other = Any.Pack(new EchoReply { TotalBytes = 7 }).ToByteArray();
        byte[] status = [0x08, 3, 0x1A, (byte)invalid.Length, .. invalid, 0x1A, (byte)other.Length, .. other];
        await using var host = StartWithEcho([], _ => throw new RpcException(new Status(StatusCode.InvalidArgument, "no id"),
            new Metadata { { "grpc-status-details-bin", status } }));
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch");

        run.Error.ShouldStartWith($"Status: InvalidArgument (3): no id\nDetail: {{\n  \"@type\": \"{type}\",\n");
        run.Error.ShouldContain("\"field\": \"id\"");
        run.Error.ShouldContain("\"totalBytes\": \"7\"");
        run.ExitCode.ShouldBe(64 + 3);
    }

    [Fact]
    public async Task Details_that_cannot_be_read_are_bytes_beside_the_status()
    {
        await using var host = StartWithEcho([], _ => throw new RpcException(new Status(StatusCode.NotFound, "gone"),
            new Metadata { { "grpc-status-details-bin", new byte[] { 0x1A, 9 } } }));
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch");

        run.Error.ShouldStartWith("Status: NotFound (5): gone\ngrpc-status-details-bin: 2 bytes are not a message google.rpc.Status: ");
        run.Error.ShouldEndWith("In base64: Ggk=\n");
    }

    private static byte[] WithExtra(Any any)
    {
        var bytes = any.ToByteArray();
        return [0x0A, 1, (byte)'i', 0x12, (byte)bytes.Length, .. bytes];
    }

    private static NativeHost StartWithEcho(IEnumerable<byte[]> replies, Action<ServerCallContext>? end = null) => NativeHost.Start(
        [ScriptedShop.Definition(replies, end), new EchoService().Definition()],
        new NativeHostOptions { Server = new ServerOptions { EnableReflection = true } });
}
