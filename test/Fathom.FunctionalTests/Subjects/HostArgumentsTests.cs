using System.Net;
using Fathom.Subjects.Hosts;

namespace Fathom.FunctionalTests.Subjects;

public class HostArgumentsTests
{
    [Fact]
    public void Nothing_given_is_a_free_port_on_loopback_without_TLS() =>
        HostArguments.Parse([]).ShouldBe(new HostArguments(0, IPAddress.Loopback));

    [Fact]
    public void Every_flag_is_read() =>
        HostArguments.Parse(["--port", "81", "--bind", "::1", "--cert", "c.pem", "--key", "k.pem", "--max-receive", "16M",
            "--stream-window", "1M", "--connection-window", "2M", "--contract", "code-first"])
            .ShouldBe(new HostArguments(81, IPAddress.IPv6Loopback, true, "c.pem", "k.pem", 16 << 20, 1 << 20, 2 << 20, "code-first"));

    [Theory]
    [InlineData("--port", "--port 70000", "0 to 65535")]
    [InlineData("--bind", "--bind localhost", "an IP address")]
    [InlineData("--max-receive", "--max-receive 4T", "bytes")]
    [InlineData("--max-receive", "--max-receive 3G", "bytes")]
    [InlineData("--stream-window", "--stream-window 1x", "bytes")]
    [InlineData("--contract", "--contract protobuf", "proto, code-first")]
    [InlineData("--prot", "--prot 5", "--port N")]
    [InlineData("--port", "--port", "lacks its value")]
    [InlineData("--key", "--cert c.pem", "together")]
    public void A_flag_or_value_that_cannot_be_used_is_named_with_what_is_accepted(string flag, string line, string accepted)
    {
        var message = Should.Throw<FormatException>(() => HostArguments.Parse(line.Split(' '))).Message;
        message.ShouldContain(flag);
        message.ShouldContain(accepted);
    }
}
