using Fathom.Cli;
using Fathom.Cli.Commands.Loads.Requests;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc.Calls;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Tests.Cli.Loads.Requests;

/// <summary><c>--check</c> in JSON.</summary>
public class JsonRepliesTests
{
    [Fact]
    public void Bytes_in_another_order_are_the_same_reply_and_other_values_are_not()
    {
        var expected = Reply("""{"a":1,"b":[true,null]}""");
        var (a, b) = (Of("""{"a":1}"""), Of("""{"b":[true,null]}"""));

        expected.IsSame((byte[])[.. b, .. a]).ShouldBeTrue();
        expected.IsSame((byte[])[.. a, .. b]).ShouldBeTrue();
        expected.IsSame(b).ShouldBeFalse();
        expected.IsSame((byte[])[.. b, .. a, .. Of("""{"c":1}""")]).ShouldBeFalse();
        expected.IsSame(new byte[] { 0x0A, 200 }).ShouldBeFalse("not a message");
    }

    [Fact]
    public void An_array_has_a_reply_for_each_request()
    {
        var expected = Replies("""[{"a":1},{"b":2}]""", requests: 2);
        expected.Select(e => e.Bytes.ToArray()).ShouldBe([Of("""{"a":1}"""), Of("""{"b":2}""")]);
    }

    [Theory]
    [InlineData("[{},{}]", "--check: it has 2 messages, and --data has 3; accepted: one message, which every reply must be, or one for "
        + "each message of --data, in their order")]
    [InlineData("""{"a":"{{n}}"}""", "--check: it has templates; accepted: messages without")]
    [InlineData("7", "--check: -d, line 1, at $: ")]
    public void What_is_no_reply_for_each_request_is_refused(string check, string message) =>
        Should.Throw<CommandException>(() => Replies(check, requests: 3)).Message.ShouldStartWith(message);

    private static ExpectedReply Reply(string json) => Replies(json, requests: 3).ShouldHaveSingleItem();

    private static IReadOnlyList<ExpectedReply> Replies(string json, long requests) => JsonReplies.Read(
        new SettingValue(json, "--check"), requests, Struct.Descriptor, new DescriptorSetBuilder("the test").Build(),
        new RequestDataOptions());

    private static byte[] Of(string json) => Struct.Parser.ParseJson(json).ToByteArray();
}
