using static Fathom.Tests.Mediator.Settings.CertificateSection;

namespace Fathom.Tests.Mediator.Settings;

/// <summary>All that is wrong with the section Certificates.</summary>
public class CertificateFaultTests
{
    [Fact]
    public void Every_fault_is_named_at_once_and_none_repeats_a_secret()
    {
        var damaged = Valid.Text[..^1] + (Valid.Text[^1] == 'A' ? 'B' : 'A');

        var faults = Faults([
            ("Host:Host", "*"), ("Certificates:Name", "No Node"), ("Certificates:Issuer", "http://east"),
                ("Certificates:HostNames:0", "a b"),
            ("Certificates:Invitation", damaged), ("Certificates:InvitationFile", "elsewhere"),
                ("Certificates:Lives:Node", "1000000.00:00:00"), ("Certificates:Lives:Root", "long"),
            ("Certificates:Joining:Bind", "everywhere"), ("Certificates:Joining:Port", "70000"), ("Certificates:Joining:Host", "a b"),
                ("Certificates:Joining:Prot", "1"),
            ("Certificates:Fodler", "x"),
        ]);

        faults.ShouldBe([
            "Certificates:Lives:Root is 'long': a duration as in 00:00:30 is accepted.",
            "Certificates:Joining:Prot is not known: Bind, Port, Host, Member are accepted.",
            "Certificates:Fodler is not known: Folder, Name, Found, Issuer, Invitation, InvitationFile, Lives, HostNames, Joining are "
                + "accepted.",
            "Certificates:Folder is '': set it to a folder of the node's own.",
            "Certificates:Name is 'No Node': 1 to 63 lower-case letters a-z, digits and inner hyphens are accepted.",
            "Certificates:Lives: Lifetimes are 1000000.00:00:00 for nodes, 365.00:00:00 for the issuing certificate and 3650.00:00:00 "
                + "for the root: at least one minute is accepted, and each at most as long as the next.",
            "Certificates:Issuer is 'http://east': an https address as in https://north.example:18001 is accepted.",
            "Certificates:HostNames: 'a b' is neither a host name nor an address.",
            "Certificates:Invitation and Certificates:InvitationFile are both set: set one of them.",
            "Certificates:Invitation: The invitation is damaged or forged: use the exact text, or request a new one.",
            "Certificates:Joining:Member is missing and Host:Host is '*': set Member to the https address of this node.",
            "Certificates:Joining:Port is 70000: 0 to 65535 are accepted.",
            "Certificates:Joining:Host is 'a b': a host name or an IP address is accepted.",
            "Certificates:Joining:Bind is 'everywhere': an IP address is accepted.",
        ], ignoreOrder: true);
        var secret = damaged[20..40];
        faults.ShouldNotContain(f => f.Contains(secret, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(
        "Certificates:Name, by default Host:Name, is 'The North': 1 to 63 lower-case letters a-z, digits and inner "
            + "hyphens are accepted.", "Host:Name", "The North")]
    [InlineData(
        "Certificates:Name, by default Host:Name, is '': 1 to 63 lower-case letters a-z, digits and inner hyphens "
            + "are accepted.", "Host:Port", "1")]
    [InlineData(
        "Certificates:Found is true, and Certificates:InvitationFile is set: a node founds a network or joins one. Set one of them.",
        "Certificates:Found", "true", "Certificates:InvitationFile", "x", "Certificates:Name", "north")]
    [InlineData("Remotes:The_North:Node, by default the remote's name, is 'the_north': 1 to 63 lower-case letters a-z, digits and inner "
        + "hyphens are accepted.", "Remotes:The_North:Host", "localhost", "Remotes:The_North:Port", "1", "Certificates:Name", "south")]
    [InlineData("Certificates:HostNames is 'localhost': a list is accepted.", "Certificates:HostNames", "localhost", "Certificates:Name",
        "north")]
    [InlineData(
        "Certificates:Joining is set without a section Host: nodes that joined renew their certificates on this node's port. Set Host.",
        "Certificates:Joining:Port", "1", "Certificates:Name", "north")]
    [InlineData(
        "Certificates:Joining:Host is missing and Certificates:Joining:Bind is 0.0.0.0: set Host to the host name for invitations.",
            "Certificates:Joining:Bind", "0.0.0.0", "Host:Name", "north")]
    public void What_cannot_be_is_a_fault(string fault, params string[] values) => Faults(
        [("Certificates:Folder", "x"), .. values.Chunk(2).Select(v => (v[0], v[1]))]).ShouldHaveSingleItem().ShouldBe(fault);
}
