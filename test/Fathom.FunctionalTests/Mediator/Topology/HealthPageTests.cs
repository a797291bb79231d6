using System.Net;
using System.Text.Json.Nodes;
using Fathom.FunctionalTests.Mediator.Certificates;
using Fathom.Mediator;
using Fathom.TestKit;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.FunctionalTests.Mediator.Topology;

public sealed class HealthPageTests
{
    [Fact]
    public async Task A_node_whose_founding_node_is_away_serves_and_its_page_warns_of_it()
    {
        using var applications = new ConfiguredApplications();
        using var red = applications.Create("red", applications.Red(FreePort.Next()));
        await red.StartAsync();
        var invitation = await red.Services.GetRequiredService<MediatorNode>().Enrollment!.InviteAsync();
        var settings = applications.Member(FreePort.Next());
        using (var joining = applications.Create("blue", settings, ("Certificates:Invitation", invitation.Text)))
        {
            await joining.StartAsync();
            await joining.StopAsync();
        }

        await red.StopAsync();
        using var blue = applications.Create("blue", settings);
        await blue.StartAsync();
        var node = blue.Services.GetRequiredService<MediatorNode>();
        using var client = PageClient.Create(node.Certificates!.ChannelTls());
        JsonNode page = null!;
        await Eventually.HoldsAsync(async () =>
        {
            var health = await client.GetAsync(new Uri(node.Address!, "/health"));
            health.StatusCode.ShouldBe(HttpStatusCode.OK);
            page = JsonNode.Parse(await health.Content.ReadAsStringAsync())!;
            return page["warning"] is not null;
        }, "the list of revoked certificates was not fetched");

        ((string?)page["status"]).ShouldBe("serving");
        ((string?)page["node"]).ShouldBe("blue");
        ((string?)page["warning"]).ShouldNotBeNull().ShouldStartWith("the list of revoked certificates could not be fetched: ");
        await blue.StopAsync();
    }
}
