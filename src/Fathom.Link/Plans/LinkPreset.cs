using Fathom.Link.Impairments;
using Fathom.Link.Units;

namespace Fathom.Link.Plans;

/// <summary>A named link. Its figures were published; <see cref="Source"/> names the publication.</summary>
/// <param name="Name">The name, as for <c>--preset</c>.</param>
/// <param name="Up">From the near end to the far end.</param>
/// <param name="Down">From the far end to the near end.</param>
/// <param name="Source">Publication of the figures.</param>
public sealed record LinkPreset(string Name, DirectionSpec Up, DirectionSpec Down, string Source)
{
    /// <summary>All presets.</summary>
    public static IReadOnlyList<LinkPreset> All { get; } =
    [
        new("wifi", new() { Delay = Ms(1), Rate = Mbit(15) }, new() { Delay = Ms(1), Rate = Mbit(30) },
            "Firefox Developer Tools, network throttling, \"Wi-Fi\": 30 Mbit/s down, 15 Mbit/s up, 2 ms (taken as there and back)"),
        Same("4g", new() { Delay = Ms(35), Rate = Mbit(12) },
            "WebPageTest, www/settings/connectivity.ini.sample, \"Mobile LTE\": 12 Mbit/s both ways, 70 ms there and back"),
        new("3g", new() { Delay = Ms(150), Rate = Mbit(0.768) }, new() { Delay = Ms(150), Rate = Mbit(1.6) },
            "WebPageTest, www/settings/connectivity.ini.sample, \"Mobile 3G\": 1.6 Mbit/s down, 768 kbit/s up, 300 ms there and back"),
        new("edge", new() { Delay = Ms(420), Rate = Mbit(0.2) }, new() { Delay = Ms(420), Rate = Mbit(0.24) },
            "WebPageTest, www/settings/connectivity.ini.sample, \"Mobile Edge\": 240 kbit/s down, 200 kbit/s up, 840 ms there and back"),
        new("dsl", new() { Delay = Ms(25), Rate = Mbit(0.384) }, new() { Delay = Ms(25), Rate = Mbit(1.5) },
            "WebPageTest, www/settings/connectivity.ini.sample, \"DSL\": 1.5 Mbit/s down, 384 kbit/s up, 50 ms there and back"),
        Same("lossy-wifi", new() { Delay = Ms(20), Rate = Mbit(30), Loss = new IndependentLoss(0.002) },
            "github.com/tylertreat/comcast, README, network condition profiles, \"WIFI (good)\": 30 Mbit/s, 0.2 % loss, 40 ms (taken as "
                + "there and back)"),
        Same("satellite", new() { Delay = Ms(279) },
            "RFC 2488, section 2: 279.0 ms from ground station to ground station through a geostationary satellite at the edge of its "
                + "view"),
        Same("transatlantic", new() { Delay = Ms(45) },
            "Verizon, Internet service level agreement, transatlantic network latency: 90 ms or less there and back, New York to "
                + "London, on average"),
        Same("study-1", new() { Delay = Ms(250), Loss = new IndependentLoss(0.02) },
            "github.com/grpc/grpc-dotnet/issues/1971: 250 ms and 2 % loss, inbound and outbound"),
    ];

    private static TimeSpan Ms(double milliseconds) => TimeSpan.FromMilliseconds(milliseconds);

    private static BitRate Mbit(double megabits) => BitRate.FromMegabits(megabits);

    private static LinkPreset Same(string name, DirectionSpec both, string source) => new(name, both, both, source);
}
