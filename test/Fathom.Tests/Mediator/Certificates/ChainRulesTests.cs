using Fathom.Mediator;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>Whose certificate is admitted, and what is said of one that is not.</summary>
public sealed class ChainRulesTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2030, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly Peer _ours = new(Now);
    private readonly Peer _theirs = new(Now);

    [Theory]
    [InlineData(ShownChain.SameRoot, null)]
    [InlineData(ShownChain.OtherRoot, "which is not the root of this network")]
    [InlineData(ShownChain.OtherRootWithItsRoot, "which is not the root of this network")]
    [InlineData(ShownChain.Expired, "expired at 2029-12-31")]
    [InlineData(ShownChain.NotYetValid, "is not valid before 2030-01-02")]
    [InlineData(ShownChain.WrongPurpose, "it is not made for a client")]
    [InlineData(ShownChain.SelfSigned, "it is self-signed")]
    [InlineData(ShownChain.IntermediateMissing, "it came without its issuer 'CN=Fathom issuing")]
    [InlineData(ShownChain.IntermediateOfOthers, "it came without its issuer")]
    [InlineData(ShownChain.SignedByANode, "its chain does not hold")]
    [InlineData(ShownChain.SignedByAnotherLevel, "its chain does not hold")]
    [InlineData(ShownChain.TheIssuingCertificate, "its name is no node's")]
    [InlineData(ShownChain.NameOfNoNode, "its name is no node's")]
    public void Only_a_valid_client_of_the_same_root_is_admitted(ShownChain shown, string? fault)
    {
        var chain = new ShownChains(_ours, _theirs).Of(shown);

        var found = ChainRules.Fault(chain[0], [.. chain.Skip(1)], _ours.Root, CertificatePurpose.Client, Now);

        if (fault is null)
        {
            found.ShouldBeNull();
        }
        else
        {
            found.ShouldNotBeNull().ShouldContain(fault);
            found.ShouldContain($"serial {chain[0].SerialNumber}");
        }
    }

    [Fact]
    public void Who_shows_nothing_is_refused() =>
        ChainRules.Fault(null, null, CertificatePurpose.Client).ShouldBe("it has shown no certificate");

    [Fact]
    public void A_clients_certificate_is_not_a_servers_and_the_other_way_round()
    {
        foreach (var (has, needs) in new[] { (CertificatePurpose.Server, CertificatePurpose.Client),
            (CertificatePurpose.Client, CertificatePurpose.Server) })
        {
            ChainRules.Fault(_ours.Node(has), [_ours.Issuing], _ours.Root, has, Now).ShouldBeNull();
            ChainRules.Fault(_ours.Node(has), [_ours.Issuing], _ours.Root, needs, Now).ShouldNotBeNull()
                .ShouldContain("it is not made for a");
        }
    }

    [Fact]
    public void Another_node_than_the_one_that_was_called_is_refused()
    {
        var north = _ours.Node(CertificatePurpose.Server);

        ChainRules.Fault(north, [_ours.Issuing], _ours.Root, CertificatePurpose.Server, Now, "north").ShouldBeNull();
        ChainRules.Fault(north, [_ours.Issuing], _ours.Root, CertificatePurpose.Server, Now, "south")
            .ShouldNotBeNull().ShouldContain("it is node 'north', and 'south' was expected");
    }

    [Fact]
    public void A_chain_is_judged_by_the_time_it_is_shown_at()
    {
        var north = _ours.Node(CertificatePurpose.Client);

        ChainRules.Fault(north, [_ours.Issuing], _ours.Root, CertificatePurpose.Client, Now.AddDays(9)).ShouldBeNull();
        ChainRules.Fault(north, [_ours.Issuing], _ours.Root, CertificatePurpose.Client, Now.AddDays(11)).ShouldNotBeNull()
            .ShouldContain("expired");

        // A node's that outlives what signed it.
        var longer = _ours.Node(CertificatePurpose.Client, life: TimeSpan.FromDays(90));
        ChainRules.Fault(longer, [_ours.Issuing], _ours.Root, CertificatePurpose.Client, Now.AddDays(60)).ShouldNotBeNull()
            .ShouldContain("Fathom issuing");
    }

    [Fact]
    public void What_a_stranger_calls_itself_is_fit_for_a_line_of_a_log()
    {
        var shown = Printable.Sanitize($"a\r\nRefused\u001b[31m{new string('x', 500)}");

        shown.ShouldStartWith("a??Refused?[31mx");
        shown.ShouldAllBe(c => c >= ' ' && c <= '~');
        shown.Length.ShouldBe(123);
    }

    public void Dispose()
    {
        _ours.Dispose();
        _theirs.Dispose();
    }
}
