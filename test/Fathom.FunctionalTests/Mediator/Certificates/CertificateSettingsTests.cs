using Fathom.Mediator;
using Fathom.Mediator.Settings;
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
            new CertificateSettings { Folder = _applications.PathOf("node"), Name = "node" } };
        await using var node = new MediatorNode(settings, _ => { });

        Should.Throw<InvalidOperationException>(node.Start).Message.ShouldContain("StartAsync");
        await node.StartAsync();

        node.Certificates.ShouldNotBeNull().IsIssuing.ShouldBeTrue();
        node.Enrollment.ShouldBeNull("it listens nowhere");
    }
}
