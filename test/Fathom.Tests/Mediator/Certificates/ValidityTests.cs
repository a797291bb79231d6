using Fathom.Mediator.Certificates.Authority;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>From when to when certificates are valid.</summary>
public class ValidityTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 1, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_certificate_is_valid_from_five_minutes_before_it_was_made_since_clocks_of_nodes_differ()
    {
        var validity = Validity.StartingAt(Now, TimeSpan.FromDays(30));

        validity.From.ShouldBe(Now.AddMinutes(-5));
        validity.To.ShouldBe(Now.AddDays(30), "the tolerance is no part of its life");
    }

    [Fact]
    public void It_is_renewed_at_two_thirds_of_its_life()
    {
        var validity = new Validity(Now, Now.AddDays(30));

        validity.RenewAt.ShouldBe(Now.AddDays(20));
    }

    [Fact]
    public void It_does_not_outlive_its_issuer()
    {
        using var peer = new Peer(Now);

        Validity.StartingAt(Now, TimeSpan.FromDays(51), peer.Issuing).To.ShouldBe(Validity.Of(peer.Issuing).To);
        Validity.StartingAt(Now, TimeSpan.FromDays(1), peer.Issuing).To.ShouldBe(Now.AddDays(1));
    }
}
