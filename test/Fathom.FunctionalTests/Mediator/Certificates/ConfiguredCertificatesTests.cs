using Fathom.Mediator;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Messages;
using Fathom.TestKit;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Nodes that need configuration alone for mutual TLS.</summary>
public sealed class ConfiguredCertificatesTests : IDisposable
{
    private readonly ConfiguredApplications _applications = new();

    public void Dispose() => _applications.Dispose();

    [Fact]
    public async Task One_application_founds_a_network_and_another_joins_it_by_its_settings_and_again_without_an_invitation()
    {
        var port = FreePort.Next();
        using var red = _applications.Create("red", _applications.Red(port));
        await red.StartAsync();
        var node = red.Services.GetRequiredService<MediatorNode>();
        var invitation = await node.Enrollment.ShouldNotBeNull().InviteAsync();

        // The one by which it joins is in its environment, as a stand-in of which this is.
        foreach (var text in new[] { invitation.Text, "" })
        {
            using var sender = _applications.Create("sender", _applications.Sender(port), ("Certificates:Invitation", text));
            await sender.StartAsync();
            var answer = await ConfiguredApplications.PingAsync(sender);
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
        using var red = _applications.Create("red", _applications.Red(port));
        await red.StartAsync();
        var file = _applications.PathOf("invitation");

        using (var early = _applications.Create("sender", _applications.Sender(port), ("Certificates:InvitationFile", file)))
        {
            (await Should.ThrowAsync<JoinException>(() => early.StartAsync())).Message.ShouldStartWith(
                $"Certificates:InvitationFile '{file}' cannot be read");
        }

        await File.WriteAllTextAsync(file, "none\n");
        using (var wrong = _applications.Create("sender", _applications.Sender(port), ("Certificates:InvitationFile", file)))
        {
            (await Should.ThrowAsync<JoinException>(() => wrong.StartAsync())).Message.ShouldContain("The text is no invitation");
        }

        var invitation = await red.Services.GetRequiredService<MediatorNode>().Enrollment!.InviteAsync(node: "sender");
        await File.WriteAllTextAsync(file, invitation.Text + "\n");
        using var sender = _applications.Create("sender", _applications.Sender(port), ("Certificates:InvitationFile", file));
        await sender.StartAsync();
        (await ConfiguredApplications.PingAsync(sender)).Node.ShouldBe("red");
        await sender.StopAsync();
        await red.StopAsync();
    }

    [Fact]
    public async Task Who_is_of_another_network_is_refused_and_the_log_says_why_once()
    {
        var port = FreePort.Next();
        using var red = _applications.Create("red", _applications.Red(port));
        await red.StartAsync();

        using var stranger = _applications.Create("sender", _applications.Sender(port), ("Certificates:Found", "true"));
        await stranger.StartAsync();
        await Should.ThrowAsync<MediatorException>(() => ConfiguredApplications.PingAsync(stranger));

        await Eventually.HoldsAsync(
            () => _applications.Log.Lines.Any(l => l.StartsWith("Warning: A connection from ipv4:127.0.0.1:", StringComparison.Ordinal)),
            "the log says who was refused");
        await stranger.StopAsync();
        await red.StopAsync();
    }
}
