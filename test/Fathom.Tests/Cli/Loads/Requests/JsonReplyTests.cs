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
public class JsonReplyTests
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

    [Theory]
    [InlineData("[{},{}]", "--check: it is not one message; accepted: one message without templates, which every reply must be")]
    [InlineData("""{"a":"{{n}}"}""",
        "--check: it is not one message; accepted: one message without templates, which every reply must be")]
    [InlineData("7", "--check: -d, line 1, at $: ")]
    public void What_is_not_one_reply_is_refused(string check, string message) =>
        Should.Throw<CommandException>(() => Reply(check)).Message.ShouldStartWith(message);

    private static ExpectedReply Reply(string json) => JsonReply.Read(
        new SettingValue(json, "--check"), Struct.Descriptor, new DescriptorSetBuilder("the test").Build(), new RequestDataOptions());

    private static byte[] Of(string json) => Struct.Parser.ParseJson(json).ToByteArray();
}
