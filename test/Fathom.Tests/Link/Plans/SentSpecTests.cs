using System.Net.Sockets;
using System.Text.Json;
using Fathom.Link.Impairments;
using Fathom.Link.Linux;
using Fathom.Link.Plans;
using Fathom.Link.Units;

namespace Fathom.Tests.Link.Plans;

/// <summary>A spec as the process inside the link gets it.</summary>
public class SentSpecTests
{
    [Fact]
    public void A_spec_that_is_sent_to_another_process_is_the_same_there()
    {
        var spec = new LinkSpec
        {
            Preset = LinkPreset.All.Single(p => p.Name == "lossy-wifi"),
            Both = new()
            {
                Delay = TimeSpan.FromMilliseconds(1.5), Jitter = TimeSpan.FromMilliseconds(1), JitterKind = JitterKind.Pareto,
                Reorder = true,
            },
            Up = new() { Loss = new GilbertElliottLoss(0.01, 0.25, 0.5, 0.001), Rate = BitRate.FromMegabits(2.5), PathMtu = 1400 },
            Down = new() { Loss = new IndependentLoss(0.02), Duplicate = 0.1, Corrupt = 0.2, Queue = new QueueLimit(null, 100, true) },
            Mtu = 1400, Family = AddressFamily.InterNetworkV6, Listen = 0, To = new Destination("::1", 5000), Seed = -7,
        };

        var there = JsonSerializer.Deserialize(JsonSerializer.Serialize(spec, LinkJson.Default.LinkSpec), LinkJson.Default.LinkSpec)!;

        (there with { Reach = spec.Reach }).ShouldBe(spec);
    }
}
