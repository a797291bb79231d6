using Fathom.Mediator;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Settings;
using Fathom.TestKit;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Settings of certificates that are refused, and how a node with certificates is started.</summary>
public sealed class CertificateSettingsTests : IDisposable
{
    private readonly ConfiguredApplications _applications = new();

    public void Dispose() => _applications.Dispose();

    [Fact]
    public async Task Faults_of_the_section_are_named_with_all_others()
    {
        using var faulty = _applications.Create("faulty",
            """{ "Host": { "Port": -1 }, "Certificates": { "Folder": "x", "Name": "Not A Name" } }""");

        (await Should.ThrowAsync<OptionsValidationException>(() => faulty.StartAsync())).Failures.ShouldBe([
            "Host:Port is -1: 0 to 65535 are accepted.",
            "Certificates:Name is 'Not A Name': 1 to 63 lower-case letters a-z, digits and inner hyphens are accepted.",
        ]);
    }

    [Fact]
    public async Task A_node_with_certificates_is_started_where_it_may_wait()
    {
        var settings = new MediatorSettings { Certificates =
            new CertificateSettings { Folder = _applications.PathOf("node"), Name = "node", Found = true } };
        await using var node = new MediatorNode(settings, _ => { });

        Should.Throw<InvalidOperationException>(node.Start).Message.ShouldContain("StartAsync");
        await node.StartAsync();

        node.Certificates.ShouldNotBeNull().IsIssuing.ShouldBeTrue();
        node.Enrollment.ShouldBeNull("it listens nowhere");
    }

    [Fact]
    public async Task A_node_without_certificates_and_without_an_invitation_founds_no_network_unless_it_should()
    {
        using var node = _applications.Create("sender", _applications.Sender(FreePort.Next()));

        (await Should.ThrowAsync<JoinException>(() => node.StartAsync())).Message
            .ShouldContain("To found one, set Certificates:Found to true");

        Directory.GetFiles(_applications.PathOf("sender")).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("""{ "Host": { "Port": 0 }, "Certificates": {} }""", "Certificates:Folder is ''")]
    [InlineData("""{ "Host": { "Host": "*" }, "Certificats": { "Folder": "x" } }""", "Host:Host is 0.0.0.0, which other machines reach")]
    [InlineData("""{ "Remotes": { "Red": { "Host": "red.example", "Port": 1 } } }""", "Remotes:Red:Host is 'red.example', another machine")]
    public async Task Plain_text_between_machines_is_refused_at_the_start(string settings, string fault)
    {
        using var node = _applications.Create("plain", settings);

        (await Should.ThrowAsync<Exception>(() => node.StartAsync())).Message.ShouldContain(fault);
    }

    [Fact]
    public async Task Plain_text_between_machines_may_be_requested()
    {
        using var node = _applications.Create("plain", """{ "Host": { "Host": "*" }, "Grpc": { "PlainText": "true" } }""");

        await node.StartAsync();

        node.Services.GetRequiredService<MediatorNode>().Address!.Scheme.ShouldBe("http");
        await node.StopAsync();
    }
}
