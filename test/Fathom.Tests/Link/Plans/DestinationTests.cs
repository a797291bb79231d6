using Fathom.Link.Plans;

namespace Fathom.Tests.Link.Plans;

/// <summary>Where a relay connects to: a host and a port.</summary>
public class DestinationTests
{
    [Theory]
    [InlineData("localhost:5000", "localhost", 5000)]
    [InlineData("[::1]:80", "::1", 80)]
    [InlineData("127.0.0.1:65535", "127.0.0.1", 65535)]
    public void A_destination_is_a_host_and_a_port(string text, string host, int port)
    {
        Destination.TryParse(text, out var destination).ShouldBeTrue();
        destination.ShouldBe(new Destination(host, port));
        destination!.ToString().ShouldBe(text);
    }

    [Theory]
    [InlineData("localhost")]
    [InlineData(":80")]
    [InlineData("host:0")]
    [InlineData("host:65536")]
    [InlineData("::1:80")]
    [InlineData("a b:80")]
    public void Another_destination_is_refused(string text) => Destination.TryParse(text, out _).ShouldBeFalse();
}
