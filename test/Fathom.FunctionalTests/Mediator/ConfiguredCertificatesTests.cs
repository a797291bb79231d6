using Fathom.Mediator;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.TestKit;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Nodes that need configuration alone for mutual TLS.</summary>
public sealed class ConfiguredCertificatesTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly TemporaryFolder _temporary = new();
    private readonly LineLogger _lines = new();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public async Task One_application_founds_a_network_and_another_joins_it_by_its_settings_and_again_without_an_invitation()
    {
        var port = FreePort.Next();
        using var red = Application("red", Red(port));
        await red.StartAsync();
        var node = red.Services.GetRequiredService<MediatorNode>();
        var invitation = await node.Enrollment.ShouldNotBeNull().InviteAsync();

        // The one by which it joins is in its environment, as a stand-in of which this is.
        foreach (var text in new[] { invitation.Text, "" })
        {
            using var sender = Application("sender", Sender(port), ("Certificates:Invitation", text));
            await sender.StartAsync();
            var answer = await sender.Services.GetRequiredService<IMediator>()
                .SendAsync(new Ping("x"u8.ToArray()), MessageContext.WithTimeout(Patience));
            answer.Node.ShouldBe("red");
            var joined = sender.Services.GetRequiredService<MediatorNode>();
            joined.Enrollment.ShouldBeNull("it signs no certificates");
            joined.Certificates.ShouldNotBeNull().RootFingerprint.ShouldBe(node.Certificates.ShouldNotBeNull().RootFingerprint);
            await sender.StopAsync();
        }

        node.Address!.Scheme.ShouldBe("https");
        await red.StopAsync();
    }

    [Fact]
    public async Task An_invitation_may_be_in_a_file_which_is_named_where_it_is_missing()
    {
        var port = FreePort.Next();
        using var red = Application("red", Red(port));
        await red.StartAsync();
        var file = _temporary.PathOf("invitation");

        using (var early = Application("sender", Sender(port), ("Certificates:InvitationFile", file)))
        {
            (await Should.ThrowAsync<JoinException>(() => early.StartAsync())).Message.ShouldStartWith(
                $"Certificates:InvitationFile '{file}' cannot be read");
        }

        await File.WriteAllTextAsync(file, "none\n");
        using (var wrong = Application("sender", Sender(port), ("Certificates:InvitationFile", file)))
        {
            (await Should.ThrowAsync<JoinException>(() => wrong.StartAsync())).Message.ShouldContain("The text is no invitation");
        }

        await File.WriteAllTextAsync(file, (await red.Services.GetRequiredService<MediatorNode>().Enrollment!.InviteAsync(
            node: "sender")).Text
            + "\n");
        using var sender = Application("sender", Sender(port), ("Certificates:InvitationFile", file));
        await sender.StartAsync();
        (await sender.Services.GetRequiredService<IMediator>()
            .SendAsync(new Ping("x"u8.ToArray()), MessageContext.WithTimeout(Patience))).Node.ShouldBe("red");
        await sender.StopAsync();
        await red.StopAsync();
    }

    [Fact]
    public async Task Who_is_of_another_network_is_refused_and_the_log_says_why_once()
    {
        var port = FreePort.Next();
        using var red = Application("red", Red(port));
        await red.StartAsync();

        // Without an invitation it founds a network of its own.
        using var stranger = Application("sender", Sender(port));
        await stranger.StartAsync();
        await Should.ThrowAsync<MediatorException>(() =>
            stranger.Services.GetRequiredService<IMediator>().SendAsync(new Ping("x"u8.ToArray()), MessageContext.WithTimeout(Patience))
                .AsTask());

        await Eventually.HoldsAsync(
            () => _lines.Lines.Any(l => l.StartsWith("Warning: A connection from ipv4:127.0.0.1:", StringComparison.Ordinal)),
            "the log says who was refused");
        await stranger.StopAsync();
        await red.StopAsync();
    }

    [Fact]
    public async Task Faults_of_the_section_are_named_with_all_others()
    {
        using var faulty = Application("faulty", """{ "Host": { "Port": -1 }, "Certificates": { "Folder": "x", "Name": "Not A Name" } }""");

        (await Should.ThrowAsync<OptionsValidationException>(() => faulty.StartAsync())).Failures.ShouldBe([
            "Host:Port is -1: 0 to 65535 are accepted.",
            "Certificates:Name is 'Not A Name': 1 to 63 lower-case letters a-z, digits and inner hyphens are accepted.",
        ]);
    }

    [Fact]
    public async Task A_node_with_certificates_is_started_where_it_may_wait()
    {
        var settings = new MediatorSettings { Certificates =
            new CertificateSettings { Folder = _temporary.PathOf("node"), Name = "node" } };
        await using var node = new MediatorNode(settings, _ => { });

        Should.Throw<InvalidOperationException>(node.Start).Message.ShouldContain("StartAsync");
        await node.StartAsync();

        node.Certificates.ShouldNotBeNull().IsIssuing.ShouldBeTrue();
        node.Enrollment.ShouldBeNull("it listens nowhere");
    }

    private string Red(int port) =>
        $$"""{ "Host": { "Port": {{port}}, "Name": "red" }, "Certificates": { "Folder": "{{_temporary.PathOf("red")}}" } }""";

    private string Sender(int port) =>
        $$"""
        { "Remotes": { "Red": { "Host": "localhost", "Port": {{port}} } },
            "Certificates": { "Folder": "{{_temporary.PathOf("sender")}}", "Name": "sender" } }
        """;

    private IHost Application(string name, string settings, params (string Key, string Value)[] environment)
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Configuration.AddJsonStream(new MemoryStream(System.Text.Encoding.UTF8.GetBytes(settings)));
        builder.Configuration.AddInMemoryCollection(environment.Select(e => KeyValuePair.Create(e.Key, (string?)e.Value)));
        builder.Services.AddSingleton<ILoggerFactory>(_lines);
        builder.Services.AddSingleton(new Logbook(name));
        builder.Services.AddFathomMediator(builder.Configuration, mediator => mediator.AddHandlersOfFathomFunctionalTests());
        return builder.Build();
    }
}
