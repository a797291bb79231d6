using System.Net;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Settings;
using static Fathom.Tests.Mediator.Settings.CertificateSection;

namespace Fathom.Tests.Mediator.Settings;

/// <summary>The section Certificates from text to a plan.</summary>
public class CertificatePlannerTests
{
    [Fact]
    public void Without_the_section_there_are_none() => Plan([("Host:Name", "north")]).ShouldBeNull();

    [Fact]
    public void What_is_not_said_has_its_default()
    {
        var plan = Plan([("Host:Name", "north"), ("Certificates:Folder", "certificates")]).ShouldNotBeNull();

        (plan.Options.Folder, plan.Options.Name, plan.Options.IssuerAddress).ShouldBe(("certificates", "north", null));
        plan.Options.HostNames.ShouldBe(["localhost", "127.0.0.1", "::1"]);
        plan.Options.Lives.ShouldBe(new CertificateLifetimes());
        (plan.Invitation, plan.InvitationFile).ShouldBe((null, null));
        plan.Joining.ShouldBe(new EnrollmentPlan(null, IPAddress.Loopback, 0, null));
    }

    [Fact]
    public void What_is_said_is_so()
    {
        var plan = Plan([
            ("Host:Host", "*"), ("Host:Name", "The North"),
            ("Certificates:Folder", "certificates"), ("Certificates:Name", "north"), ("Certificates:Issuer", "https://east.example:1"),
            ("Certificates:HostNames:0", "north.example"), ("Certificates:HostNames:1", "10.0.0.1"),
                ("Certificates:Invitation", Valid.Text),
            ("Certificates:Lives:Root", "1000.00:00:00"), ("Certificates:Lives:Issuing", "100.00:00:00"),
                ("Certificates:Lives:Node", "10.00:00:00"),
            ("Certificates:Joining:Bind", "0.0.0.0"), ("Certificates:Joining:Port", "7443"), ("Certificates:Joining:Host", "north.example"),
            ("Certificates:Joining:Member", "https://north.example:18001"),
        ]).ShouldNotBeNull();

        (plan.Options.Name, plan.Options.IssuerAddress).ShouldBe(("north", new Uri("https://east.example:1")));
        plan.Options.HostNames.ShouldBe(["north.example", "10.0.0.1"]);
        plan.Options.Lives.ShouldBe(new CertificateLifetimes { Root = TimeSpan.FromDays(1000), Issuing = TimeSpan.FromDays(100),
            Node = TimeSpan.FromDays(10) });
        plan.Invitation.ShouldNotBeNull().Text.ShouldBe(Valid.Text);
        plan.Joining.ShouldBe(new EnrollmentPlan(new Uri("https://north.example:18001"), IPAddress.Any, 7443, "north.example"));
    }

    [Fact]
    public void A_remote_is_the_node_of_its_name_unless_another_is_named()
    {
        var plan = NodePlanner.Plan(SettingsOf([
            ("Certificates:Folder", "x"), ("Certificates:Name", "south"), ("Remotes:North:Host", "localhost"), ("Remotes:North:Port", "1"),
            ("Remotes:Prices:Host", "localhost"), ("Remotes:Prices:Port", "2"), ("Remotes:Prices:Node", "east"),
        ]), out _);

        plan!.Remotes.Select(r => r.Node).ShouldBe(["north", "east"]);
    }

    [Fact]
    public void An_invitation_may_be_in_a_file() =>
        Plan([("Host:Name", "south"), ("Certificates:Folder", "x"), ("Certificates:InvitationFile", "invitation")])
            .ShouldNotBeNull().InvitationFile.ShouldBe("invitation");

    [Fact]
    public void Nobody_joins_where_nobody_can_be_reached()
    {
        Plan([("Certificates:Folder", "x"), ("Certificates:Name", "north")]).ShouldNotBeNull().Joining.ShouldBeNull();
        Plan([("Host:Host", "*"), ("Certificates:Folder", "x"), ("Certificates:Name", "north")]).ShouldNotBeNull().Joining.ShouldBeNull();
    }
}
