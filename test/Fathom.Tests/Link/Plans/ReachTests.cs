using System.Net;
using Fathom.Link.Linux.Routes;
using Fathom.Link.Plans;

namespace Fathom.Tests.Link.Plans;

/// <summary>What a program reaches through a link under its own name.</summary>
public class ReachTests
{
    [Fact]
    public void Each_name_has_an_address_of_its_own_and_an_address_stays_itself()
    {
        var plan = Plan("localhost:5001", "127.0.0.1:5002", "10.1.2.3:443", "api.example.com:443", "other:443", "API.example.com:80");

        plan.Reach.Select(t => t.Inside.ToString()).ShouldBe(
            ["127.0.0.1", "127.0.0.1", "10.1.2.3", "198.19.0.1", "198.19.0.2", "198.19.0.1"]);
    }

    [Theory]
    [InlineData("[::1]:5001", "--reach: '[::1]:5001' is not accepted; accepted: an IPv4 address, or a name")]
    [InlineData("198.18.0.2:80", "--reach: '198.18.0.2:80' is not accepted; accepted: an address outside of 198.18.0.0/15")]
    [InlineData("224.0.0.1:80", "--reach: '224.0.0.1:80' is not accepted; accepted: the address of one machine")]
    public void What_cannot_be_reached_is_refused_with_what_can(string reach, string fault) =>
        Faults(new LinkSpec { Reach = [To(reach)] }).ShouldHaveSingleItem().ShouldStartWith(fault);

    [Fact]
    public void What_does_not_go_together_is_refused()
    {
        Faults(new LinkSpec { Reach = [new("a", 1)], Listen = 0 }).ShouldHaveSingleItem().ShouldContain("without --listen");
        Faults(new LinkSpec { Reach = [new("a", 1)], Listen = 0, To = new("a", 1), Mode = LinkMode.Relay }).ShouldContain(
            f => f.Contains("without --mode relay", StringComparison.Ordinal));
        Faults(new LinkSpec { KeepNetwork = true }).ShouldHaveSingleItem().ShouldContain("--keep-network with --reach");
        Faults(new LinkSpec { KeepNetwork = true, Reach = [new("localhost", 1)] }).ShouldHaveSingleItem()
            .ShouldContain("this machine itself");
        Faults(new LinkSpec { KeepNetwork = true, Reach = [new("10.1.2.3", 1)] }).ShouldHaveSingleItem().ShouldContain("an address itself");
    }

    [Fact]
    public void Names_that_are_reached_lose_their_other_addresses_in_the_hosts_file_and_all_others_keep_them()
    {
        var names = new Dictionary<string, IPAddress>(StringComparer.OrdinalIgnoreCase)
        {
            ["localhost"] = IPAddress.Loopback, ["api.example.com"] = IPAddress.Parse("198.19.0.1"),
        };
        PrivateHosts.HostsText(
            ["127.0.0.1\tlocalhost box # mine", "# 1.2.3.4 commented", "::1 LOCALHOST ip6-localhost", "10.0.0.1 Api.Example.com", "", "x"],
            names)
            .Split('\n').ShouldBe(
                ["127.0.0.1\tlocalhost", "198.19.0.1\tapi.example.com", "127.0.0.1\tbox", "::1\tip6-localhost", ""]);
    }

    [Fact]
    public void Names_are_looked_up_in_the_hosts_file_first() =>
        PrivateHosts.SourcesText(["passwd: files", "hosts: mymachines resolve [!UNAVAIL=return] files", "group: files"])
            .ShouldBe("passwd: files\ngroup: files\nhosts: files dns\n");

    private static LinkPlan Plan(params string[] reach) => LinkPlan.Create(new LinkSpec { Reach = [.. reach.Select(To)] });

    private static Destination To(string text) => Destination.TryParse(text, out var to) ? to! : throw new ArgumentException(text);

    private static IReadOnlyList<string> Faults(LinkSpec spec) =>
        [.. Should.Throw<LinkPlanException>(() => LinkPlan.Create(spec)).Faults.Select(f => $"{f}")];
}
