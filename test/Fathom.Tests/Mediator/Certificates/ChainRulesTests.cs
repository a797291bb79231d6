using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>Whose certificate is admitted, and what is said of one that is not.</summary>
public sealed class ChainRulesTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2030, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly Peer _ours = new(Now);
    private readonly Peer _theirs = new(Now);

    /// <summary>What a client shows.</summary>
    public enum Shown
    {
        SameRoot,
        OtherRoot,
        OtherRootWithItsRoot,
        Expired,
        NotYetValid,
        WrongPurpose,
        SelfSigned,
        IntermediateMissing,
        IntermediateOfOthers,
        SignedByANode,
        SignedByAnotherLevel,
        TheIssuingCertificate,
        NameOfNoNode,
    }

    [Theory]
    [InlineData(Shown.SameRoot, null)]
    [InlineData(Shown.OtherRoot, "which is not the root of this network")]
    [InlineData(Shown.OtherRootWithItsRoot, "which is not the root of this network")]
    [InlineData(Shown.Expired, "expired at 2029-12-31")]
    [InlineData(Shown.NotYetValid, "is not valid before 2030-01-02")]
    [InlineData(Shown.WrongPurpose, "it is not made for a client")]
    [InlineData(Shown.SelfSigned, "it is self-signed")]
    [InlineData(Shown.IntermediateMissing, "it came without its issuer 'CN=Fathom issuing")]
    [InlineData(Shown.IntermediateOfOthers, "it came without its issuer")]
    [InlineData(Shown.SignedByANode, "its chain does not hold")]
    [InlineData(Shown.SignedByAnotherLevel, "its chain does not hold")]
    [InlineData(Shown.TheIssuingCertificate, "its name is no node's")]
    [InlineData(Shown.NameOfNoNode, "its name is no node's")]
    public void Only_a_valid_client_of_the_same_root_is_admitted(Shown shown, string? fault)
    {
        var chain = Chain(shown);

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

    private X509Certificate2Collection Chain(Shown shown)
    {
        const CertificatePurpose client = CertificatePurpose.Client;
        return shown switch
        {
            Shown.SameRoot => [_ours.Node(client), _ours.Issuing],
            Shown.OtherRoot => [_theirs.Node(client), _theirs.Issuing],
            Shown.OtherRootWithItsRoot => [_theirs.Node(client), _theirs.Issuing, _theirs.Root],
            Shown.Expired => [_ours.Node(client, TimeSpan.FromDays(-11)), _ours.Issuing],
            Shown.NotYetValid => [_ours.Node(client, TimeSpan.FromDays(1)), _ours.Issuing],
            Shown.WrongPurpose => [_ours.Node(CertificatePurpose.Server), _ours.Issuing],
            Shown.SelfSigned => [_ours.SelfSigned()],
            Shown.IntermediateMissing => [_ours.Node(client)],
            Shown.IntermediateOfOthers => [_ours.Node(client), _theirs.Issuing],
            Shown.SignedByANode => [_ours.SignedByNode(_ours.Node(client)), _ours.Node(client), _ours.Issuing],
            Shown.SignedByAnotherLevel => _ours.SignedByAnotherLevel(),
            Shown.TheIssuingCertificate => [_ours.Issuing],
            Shown.NameOfNoNode => [_ours.Node(client, name: "No Node"), _ours.Issuing],
            _ => throw new ArgumentOutOfRangeException(nameof(shown)),
        };
    }
}
