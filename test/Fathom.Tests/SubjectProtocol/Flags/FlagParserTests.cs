using System.Net;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;

namespace Fathom.Tests.SubjectProtocol.Flags;

public class FlagParserTests
{
    private static readonly SubjectFlag<int> Port = SubjectFlag.Number("--port", "Port.", 0, 65535, 0);
    private static readonly SubjectFlag<int?> Window = SubjectFlag.OptionalSize("--window", "Window.");
    private static readonly SubjectFlag<bool> Pool = SubjectFlag.Switch("--pool", "Pool.");
    private static readonly SubjectFlag<IPAddress> Bind = SubjectFlag.Address("--bind", "Address.", IPAddress.Loopback);
    private static readonly SubjectFlag<string?> Key = SubjectFlag.File("--key", "Key.");

    private static readonly SubjectFlag<string> Tls =
        SubjectFlag.WordOrAlone("--tls", "TLS.", "off", "mutual", new FlagChoice("mutual"), new FlagChoice("off"));

    private static readonly SubjectFlag[] All = [Port, Window, Pool, Bind, Key, Tls];

    [Fact]
    public void Absent_flags_have_their_defaults()
    {
        var values = FlagParser.Parse(All, []);
        (values.Of(Port), values.Of(Window), values.Of(Pool), values.Of(Bind), values.Of(Key), values.Of(Tls))
            .ShouldBe((0, null, false, IPAddress.Loopback, null, "off"));
        All.ShouldAllBe(f => !values.Has(f));
    }

    [Fact]
    public void Values_are_read_by_the_kind_of_their_flag()
    {
        var values = FlagParser.Parse(All, ["--port", "81", "--window", "2M", "--pool", "--bind", "::1", "--key", "k.pem", "--tls", "off"]);
        (values.Of(Port), values.Of(Window), values.Of(Pool), values.Of(Bind), values.Of(Key), values.Of(Tls))
            .ShouldBe((81, 2 << 20, true, IPAddress.IPv6Loopback, "k.pem", "off"));
    }

    [Theory]
    [InlineData("--tls")]
    [InlineData("--tls --port 1")]
    [InlineData("--tls off --tls")]
    public void A_flag_that_may_stand_alone_then_has_its_implied_value(string line) =>
        FlagParser.Parse(All, line.Split(' ')).Of(Tls).ShouldBe("mutual");

    [Theory]
    [InlineData("--port 70000", "--port '70000' cannot be used; accepted: 0 to 65535.")]
    [InlineData("--port -1", "--port '-1' cannot be used; accepted: 0 to 65535.")]
    [InlineData("--port", "'--port' lacks its value; accepted: 0 to 65535.")]
    [InlineData("--port --pool", "'--port' lacks its value; accepted: 0 to 65535.")]
    [InlineData("--window 4T", "--window '4T' cannot be used; accepted: bytes up to 2147483647, as a number or with k, M or G.")]
    [InlineData("--window 3G", "--window '3G' cannot be used; accepted: bytes up to 2147483647, as a number or with k, M or G.")]
    [InlineData("--bind localhost", "--bind 'localhost' cannot be used; accepted: an IP address.")]
    [InlineData("--tls on", "--tls 'on' cannot be used; accepted: mutual, off.")]
    [InlineData(
        "--prot 1", "'--prot' is not a flag. Accepted: --port N, --window BYTES, --pool, --bind ADDRESS, --key FILE, --tls mutual|off.")]
    [InlineData("81", "'81' is not a flag.")]
    public void Faults_name_the_flag_the_value_and_what_is_accepted(string line, string message) =>
        Should.Throw<FormatException>(() => FlagParser.Parse(All, line.Split(' '))).Message.ShouldStartWith(message);
}
